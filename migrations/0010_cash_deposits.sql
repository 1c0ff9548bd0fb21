-- Where paper checks are mailed, by kind of mail and day. (interface 2.9)

create table check_address (
  deposit_kind text collate "C" not null check (deposit_kind in ('express', 'standard')),
  valid_from date not null,
  -- The last day of it; null is open. Where two are in force, the later one counts.
  valid_to date,
  payable_to text collate "C" not null,
  line1 text collate "C" not null,
  line2 text collate "C",
  line3 text collate "C",
  city text collate "C" not null,
  state text collate "C" not null,
  zipcode text collate "C" not null,
  country text collate "C" not null,
  primary key (deposit_kind, valid_from),
  constraint check_address_days check (valid_from <= valid_to)
);
