-- Restrictions on accounts; a lifted one stays with the day it was lifted. (interface 2.10)

create table restriction (
  account_number text collate "C" not null references account,
  restriction_id bigint not null check (restriction_id > 0),
  reason_code text collate "C" not null,
  type_code text collate "C" not null,
  inception_info text check (char_length(inception_info) <= 255),
  created_at timestamptz(3) not null,
  lifted_at timestamptz(3),
  primary key (account_number, restriction_id)
);

-- One restriction of a type and reason in force at a time (rule restriction.unique.rule).
create unique index restriction_in_force_key
  on restriction (account_number, reason_code, type_code)
  where lifted_at is null;
