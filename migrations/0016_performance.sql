-- The days of performance series that are computed: raw data, units and returns. (interface 2.12)

create table performance_day (
  account_number text collate "C" not null references account,
  -- Empty for the account as a whole.
  folio_number text collate "C" not null,
  valued_on date not null check (valued_on >= '1900-01-01'),
  market_value numeric not null,
  accrued numeric not null,
  cash_flows numeric not null,
  security_flows numeric not null,
  fees numeric not null,
  -- The last day of a history that another system brought, whose units this day has.
  is_brought boolean not null,
  -- Units with 18 places, and returns in percent; null while not available.
  gross numeric,
  net numeric,
  gross_return numeric,
  net_return numeric,
  primary key (account_number, folio_number, valued_on),
  constraint performance_day_folio_of_account check (
    folio_number = '' or folio_number ~ ('^' || account_number || '[0-9]{2}$')),
  constraint performance_day_available check ((gross is null) = (net is null)),
  constraint performance_day_order check (net >= 0 and gross >= net)
);
