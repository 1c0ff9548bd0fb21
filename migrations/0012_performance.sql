-- Daily performance unit values, gross and net of fees. (interface 2.11)

create table unit_value (
  account_number text collate "C" not null references account,
  -- Empty for the value of the account as a whole.
  folio_number text collate "C" not null,
  valued_on date not null check (valued_on >= '1900-01-01'),
  gross numeric not null,
  net numeric not null,
  -- The values lie in the key's index, so that a series is read from it alone.
  primary key (account_number, folio_number, valued_on) include (gross, net),
  constraint unit_value_folio_of_account check (
    folio_number = '' or folio_number ~ ('^' || account_number || '[0-9]{2}$')),
  -- Fees only lower performance.
  constraint unit_value_order check (net >= 0 and gross >= net)
);
