-- Lots as they follow from an account's transactions, and versions of reported years. (docs/tax-lots.md)

-- An account whose lots were worked out, also where none is open and none was closed.
create table lot_book (
  account_number text collate "C" primary key references account
);

create table open_lot (
  account_number text collate "C" not null references lot_book,
  tax_lot_id bigint not null check (tax_lot_id > 0),
  security_id bigint not null references security,
  folio_number text collate "C",
  originating_transaction_id bigint not null check (originating_transaction_id > 0),
  originating_transaction_settlement_on date,
  original_acquisition_on date,
  adjusted_acquisition_on date,
  share_quantity numeric not null check (share_quantity > 0),
  -- Null where the basis is not known.
  original_cost_basis numeric,
  adjusted_cost_basis numeric,
  cost_basis_effective_on date,
  covered text collate "C" not null,
  cost_basis_indicator text collate "C" not null,
  is_inherited boolean not null,
  -- The first day on which it is long-term; null where the date is not known or it always is.
  long_term_from date,
  primary key (account_number, tax_lot_id)
);

create table closed_lot (
  account_number text collate "C" not null references lot_book,
  tax_lot_id bigint not null check (tax_lot_id > 0),
  -- A transfer out is kept and never reported.
  is_reported boolean not null,
  tax_year text collate "C" not null check (tax_year ~ '^[0-9]{4}$'),
  security_id bigint not null references security,
  folio_number text collate "C",
  trans_code text collate "C",
  term_of_sale text collate "C" not null,
  covered text collate "C" not null,
  cost_basis_indicator text collate "C" not null,
  lot_relief_strategy_indicator text collate "C",
  originating_transaction_id bigint not null check (originating_transaction_id > 0),
  closing_transaction_id bigint not null check (closing_transaction_id > 0),
  -- The purchase that took a washed loss.
  replacement_transaction_id bigint check (replacement_transaction_id > 0),
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
  primary key (account_number, tax_lot_id),
  -- A reported row has a code that says what closed it.
  constraint closed_lot_reported_code check (not is_reported or trans_code is not null),
  -- A lot belongs to the year of the trade that closed it.
  constraint closed_lot_closed_in_year check (
    extract(year from closing_transaction_on) = tax_year::numeric)
);

-- How often the year was reported; the versions before stand in the audit log. The body is the
-- answer as it is sent; without one it is made from the lots.
alter table reported_year
  add column version integer not null default 1 check (version > 0),
  add column body text;
