-- What was verified of a member's accreditation; the last record counts, earlier ones stay.
create table accreditation (
  login_id text collate "C" not null references member,
  position integer not null check (position >= 1),
  level text collate "C" not null,
  expires_on date,
  sub_level text collate "C" not null,
  sub_level_expires_on date,
  method text collate "C" not null,
  note text collate "C",
  verified_at timestamptz(3) not null,
  primary key (login_id, position),
  constraint accreditation_expiry check ((level = 'A') = (expires_on is not null)),
  constraint accreditation_sub_level check (level = 'A' or sub_level = 'O'),
  constraint accreditation_sub_level_expiry check (sub_level_expires_on <= expires_on)
);
