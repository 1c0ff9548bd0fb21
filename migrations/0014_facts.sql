-- What lots and unit values are computed from: transactions, closing prices and daily valuations.

create table security_price (
  security_id bigint not null references security,
  priced_on date not null check (priced_on >= '1900-01-01'),
  close numeric not null,
  -- The closes lie in the key's index, so that a history is read from it alone.
  primary key (security_id, priced_on) include (close),
  constraint security_price_close check (close >= 0)
);

-- An accepted row is never changed: it is cancelled or replaced by a later one.
create table account_transaction (
  account_number text collate "C" not null references account,
  transaction_id bigint not null check (transaction_id > 0),
  transaction_type text collate "C" not null,
  -- Place among the transactions of its day.
  entry_order integer check (entry_order > 0),
  folio_number text collate "C",
  trade_on date check (trade_on >= '1900-01-01'),
  settlement_on date,
  ex_on date,
  security_id bigint references security,
  shares numeric check (shares > 0),
  price numeric check (price >= 0),
  fees numeric check (fees >= 0),
  net_amount numeric,
  amount numeric check (amount > 0),
  federal_tax_withholding numeric check (federal_tax_withholding >= 0),
  state_tax_withholding numeric check (state_tax_withholding >= 0),
  withholding_state text collate "C",
  foreign_tax_withholding numeric check (foreign_tax_withholding >= 0),
  withholding_country text collate "C",
  -- The lots that a transfer in delivers, as listed.
  lots jsonb,
  donor_acquired_on date,
  donor_cost_basis numeric check (donor_cost_basis >= 0),
  died_on date,
  market_value numeric check (market_value >= 0),
  into_security_id bigint references security,
  ratio_new numeric,
  ratio_old numeric,
  cash_per_share numeric check (cash_per_share > 0),
  new_share_value numeric check (new_share_value >= 0),
  child_value numeric check (child_value >= 0),
  parent_value numeric check (parent_value >= 0),
  relief_method text collate "C",
  -- Shares of originating transactions that the order names.
  named_lots jsonb,
  to_folio_number text collate "C",
  -- A folio of the account, or `outside`.
  fee_paid_by text collate "C",
  cancels bigint,
  replaces bigint,
  -- What it cancels or replaces.
  takes_back bigint,
  -- The account's method and rates, in percent, when the disposal was first accepted.
  default_method text collate "C",
  short_term_tax_rate numeric,
  long_term_tax_rate numeric,
  primary key (account_number, transaction_id),
  constraint account_transaction_folio foreign key (account_number, folio_number)
    references folio,
  constraint account_transaction_to_folio foreign key (account_number, to_folio_number)
    references folio,
  constraint account_transaction_cancels foreign key (account_number, cancels)
    references account_transaction,
  constraint account_transaction_replaces foreign key (account_number, replaces)
    references account_transaction,
  constraint account_transaction_taken_back_once unique (account_number, takes_back),
  constraint account_transaction_takes_back check (
    (cancels is null or replaces is null)
    and takes_back is not distinct from coalesce(cancels, replaces)),
  constraint account_transaction_settlement check (settlement_on >= trade_on),
  constraint account_transaction_ratio check (ratio_new > 0 and ratio_old > 0)
);

create index account_transaction_security_id
  on account_transaction (security_id, account_number);
create index account_transaction_into_security_id
  on account_transaction (into_security_id, account_number) where into_security_id is not null;

-- The raw performance data of a folio's day, as a custodian gives it.
create table folio_valuation (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  valued_on date not null check (valued_on >= '1900-01-01'),
  -- Both absent on a day with flows or fees alone.
  market_value numeric,
  accrued numeric,
  cash_flows numeric not null,
  security_flows numeric not null,
  fees numeric not null,
  primary key (account_number, folio_number, valued_on),
  constraint folio_valuation_folio_of_account check (
    folio_number ~ ('^' || account_number || '[0-9]{2}$')),
  constraint folio_valuation_whole check ((market_value is null) = (accrued is null)),
  constraint folio_valuation_fees check (fees >= 0)
);

-- Moves with every change of an account's transactions and valuations.
create table account_facts (
  account_number text collate "C" primary key references account,
  version bigint not null check (version > 0)
);
