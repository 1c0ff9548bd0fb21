-- Households: groups of a firm's accounts, each on some days. (docs/households.md)

create table household (
  household_oid bigint primary key,
  firm_oid bigint not null references firm,
  name text collate "C" not null check (char_length(name) between 1 and 40),
  constraint household_name_key unique (firm_oid, name)
);

create table household_account (
  account_number text collate "C" not null references account,
  household_oid bigint not null references household,
  from_on date not null check (from_on >= '1900-01-01'),
  -- The last day; the day before the first where the account was taken out on its first.
  to_on date,
  primary key (account_number, household_oid, from_on),
  constraint household_account_days check (to_on >= from_on - 1)
);

create index household_account_of_household on household_account (household_oid);

-- Of two changes at once one has the account.
create unique index household_account_open_key on household_account (account_number)
  where to_on is null;

comment on constraint household_name_key on household is 'household.unique.rule';
comment on index household_account_open_key is 'household.account.rule';
