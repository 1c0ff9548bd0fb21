-- Closed tax lots as they were given to the tax preparer, and which years were. (interface 2.7)

-- A year stands here once it is reported, also where no lot was closed in it.
create table reported_year (
  account_number text collate "C" not null references account,
  tax_year text collate "C" not null check (tax_year ~ '^[0-9]{4}$'),
  primary key (account_number, tax_year)
);

create table reported_tax_lot (
  account_number text collate "C" not null,
  tax_year text collate "C" not null,
  tax_lot_id bigint not null check (tax_lot_id > 0),
  security_id bigint not null references security,
  -- As they were when the lot was reported.
  ticker text collate "C" not null,
  cusip text collate "C",
  trans_code text collate "C" not null,
  term_of_sale text collate "C" not null,
  covered text collate "C" not null,
  cost_basis_indicator text collate "C",
  lot_relief_strategy_indicator text collate "C",
  originating_transaction_id bigint check (originating_transaction_id > 0),
  closing_transaction_id bigint check (closing_transaction_id > 0),
  original_acquisition_on date,
  adjusted_acquisition_on date,
  originating_transaction_settlement_on date,
  closing_transaction_on date not null,
  closing_transaction_settlement_on date,
  cost_basis_effective_on date,
  ex_on date,
  share_quantity numeric not null check (share_quantity >= 0),
  sale_price numeric check (sale_price >= 0),
  net_sale_amount numeric,
  original_cost_basis numeric,
  adjusted_cost_basis numeric,
  disallowed_loss numeric check (disallowed_loss >= 0),
  reportable_gain_loss numeric,
  federal_tax_withholding numeric check (federal_tax_withholding >= 0),
  state_tax_withholding numeric check (state_tax_withholding >= 0),
  withholding_state text collate "C",
  foreign_tax_withholding numeric check (foreign_tax_withholding >= 0),
  withholding_country text collate "C",
  statement_trail text collate "C",
  primary key (account_number, tax_year, tax_lot_id),
  -- Lots stand only in a year that is reported.
  constraint reported_tax_lot_of_year foreign key (account_number, tax_year)
    references reported_year,
  -- A lot belongs to the year of the trade that closed it.
  constraint reported_tax_lot_closed_in_year check (
    extract(year from closing_transaction_on) = tax_year::numeric)
);
