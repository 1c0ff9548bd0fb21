-- Where money is sent for the accounts, each from a day to a last one; where two are in force, the later
-- one counts. (interface 2.9)

-- Where paper checks are mailed, by kind of mail.
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

create table eft_instructions (
  valid_from date primary key,
  valid_to date,
  bank_name text collate "C" not null,
  routing_aba_number text collate "C" not null,
  -- What stands before an account's number in the number at the bank.
  account_prefix text collate "C" not null,
  constraint eft_instructions_days check (valid_from <= valid_to),
  constraint eft_instructions_prefix check (length(account_prefix) between 1 and 7)
);

create table wire_instructions (
  valid_from date primary key,
  valid_to date,
  account_name text collate "C" not null,
  bank_account_number text collate "C" not null,
  routing_aba_number text collate "C" not null,
  line1 text collate "C" not null,
  line2 text collate "C",
  line3 text collate "C",
  city text collate "C" not null,
  state text collate "C" not null,
  zipcode text collate "C" not null,
  country text collate "C",
  constraint wire_instructions_days check (valid_from <= valid_to)
);
