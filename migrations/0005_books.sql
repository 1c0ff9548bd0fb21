-- The books of an account: its transactions, the positions and lots that follow from them, the tax lots
-- that were reported, and what a custodian's statement has otherwise.

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
  -- Interest of a bond that is paid for or received beside its price; no part of basis or proceeds.
  accrued_interest numeric check (accrued_interest >= 0),
  net_amount numeric,
  amount numeric,
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
  -- The part of the shares whose basis steps up at a death.
  part numeric,
  -- The percent of the parent's basis that goes to what is spun off.
  child_part numeric,
  -- All new shares of an event, in place of the position times its ratio.
  new_shares numeric,
  -- Why a basis is adjusted, or lots move.
  reason text collate "C",
  -- By how many days an adjustment moves the acquisition back.
  holding_days integer,
  -- Where lots move to inside the firm; no foreign key, since it may lie on another node.
  to_account_number text collate "C",
  receiving_folio_number text collate "C",
  -- The first day of a reinvestment plan that is averaged.
  plan_since date,
  fee_kind text collate "C",
  notes text collate "C",
  -- The corporate event from which it follows; no foreign key, since events are common to all accounts.
  event_id text collate "C",
  -- What a payout or a return of capital is for tax papers, and of which year if not that of its trade date.
  income_kind text collate "C",
  tax_year text collate "C",
  -- How cash came or went.
  method text collate "C",
  -- The deposit, withdrawal or fee that comes back by it.
  reverses bigint,
  -- The day from which a deposit may be withdrawn.
  available_on date,
  -- The version of the account's facts from which it counts, and when it was accepted.
  accepted_version bigint not null default 0,
  accepted_at timestamptz,
  -- Of lots moved to another account: the version of that account's facts from which it lists them; and of
  -- what takes such a move back, the one from which the account to which they went lists them no more.
  receiver_accepted_version bigint,
  former_receiver_accepted_version bigint,
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
  -- Interest may be owed, and an adjustment lowers or raises a basis: these may be below 0. What is
  -- exercised may cost nothing.
  constraint account_transaction_amount check (
    amount > 0 or (amount < 0 and transaction_type in ('INT', 'BAS'))
    or (amount = 0 and transaction_type = 'EXR')),
  constraint account_transaction_part check (part > 0 and part <= 1),
  constraint account_transaction_child_part check (child_part > 0 and child_part < 100),
  constraint account_transaction_new_shares check (new_shares > 0),
  constraint account_transaction_holding_days check (holding_days >= 0),
  constraint account_transaction_fee_kind check (fee_kind in ('advisory', 'refund')),
  constraint account_transaction_moves check (
    to_account_number <> account_number
    and receiving_folio_number ~ ('^' || to_account_number || '[0-9]{2}$')
    and (to_account_number is null) = (receiving_folio_number is null)),
  constraint account_transaction_settlement check (settlement_on >= trade_on),
  constraint account_transaction_ratio check (ratio_new > 0 and ratio_old > 0),
  constraint account_transaction_tax_year check (tax_year ~ '^[0-9]{4}$'),
  constraint account_transaction_method check (method in ('ACH', 'CHECK', 'WIRE')),
  constraint account_transaction_reverses foreign key (account_number, reverses)
    references account_transaction,
  constraint account_transaction_available check (available_on >= trade_on),
  constraint account_transaction_accepted check (accepted_version >= 0)
);

create index account_transaction_security_id
  on account_transaction (security_id, account_number);
-- What has come since of a security, and what was taken back, for lines of corporate events.
create index account_transaction_accepted_at on account_transaction (security_id, accepted_at)
  where security_id is not null;
create index account_transaction_taken_back_at on account_transaction (accepted_at)
  where takes_back is not null;
create index account_transaction_into_security_id
  on account_transaction (into_security_id, account_number) where into_security_id is not null;
-- Each load looks for accounts that still hold what became worthless in a year that has ended.
create index account_transaction_worthless on account_transaction (account_number)
  where transaction_type = 'WLS';
-- Accounts that lots come into are computed with those that gave them.
create index account_transaction_to_account_number
  on account_transaction (to_account_number) where to_account_number is not null;
create index account_transaction_gives
  on account_transaction (account_number) where to_account_number is not null;
-- The rows of an account since a version, and the accounts that have any on a day.
create index account_transaction_account_version
  on account_transaction (account_number, accepted_version);
create index account_transaction_day on account_transaction (trade_on, account_number)
  where trade_on is not null;
-- The rows of an account in the order of facts, so that a page reads its own rows alone. The third column goes
-- with the trades of a day: `isBehindEvents` of the statements says the same. (docs/activity.md)
create index account_transaction_order on account_transaction (
  account_number,
  trade_on,
  (transaction_type not in ('SPL', 'MRG', 'SPO', 'ROC', 'SYM', 'BAS', 'STU', 'AVE', 'AVR', 'AVX')
    or (transaction_type = 'MRG' and shares is not null)),
  entry_order,
  transaction_id
);
-- Which securities have gone on under another id.
create index account_transaction_symbol on account_transaction (security_id, into_security_id)
  where transaction_type = 'SYM';

-- What settles later, and what may not be withdrawn yet: few rows of an account at any time.
create index account_transaction_settlement on account_transaction (account_number, settlement_on)
  where settlement_on is not null;
create index account_transaction_available_on on account_transaction (account_number, available_on)
  where available_on is not null;
create index account_transaction_reverses on account_transaction (account_number, reverses)
  where reverses is not null;

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
  -- Fees that are paid back count on their day as fees below 0.
  fees numeric not null,
  -- Cash by trade date, and what later cash advances of it; null where a custodian gives neither.
  cash numeric,
  advances numeric,
  primary key (account_number, folio_number, valued_on),
  constraint folio_valuation_folio_of_account check (
    folio_number ~ ('^' || account_number || '[0-9]{2}$')),
  constraint folio_valuation_whole check ((market_value is null) = (accrued is null))
);

-- Moves with every change of an account's transactions and valuations.
create table account_facts (
  account_number text collate "C" primary key references account,
  version bigint not null check (version > 0)
);

-- What each folio holds, as the transactions now have it. (docs/positions.md)
create table folio_position (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  security_id bigint not null references security,
  share_quantity numeric not null check (share_quantity > 0),
  -- Where its last price is looked for, the newest first: a list of {security_id, since, before,
  -- numerator, denominator}. What is left out is the security itself, any day and a factor of 1.
  price_sources jsonb not null,
  primary key (account_number, folio_number, security_id),
  constraint folio_position_folio foreign key (account_number, folio_number) references folio
);

-- Who holds a security: announced events in sight, and the holders of an event, page by page.
create index folio_position_security_id on folio_position (security_id, account_number);

-- A folio without a row has no cash. It is below 0 where more was paid out than came in.
create table folio_cash (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  amount numeric not null check (amount <> 0),
  primary key (account_number, folio_number),
  constraint folio_cash_folio foreign key (account_number, folio_number) references folio
);

-- The cash of a folio by trade date, at the end of each day on which it changed.
create table folio_cash_day (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  changed_on date not null,
  amount numeric not null,
  primary key (account_number, folio_number, changed_on),
  constraint folio_cash_day_folio foreign key (account_number, folio_number) references folio
);

-- An account whose lots were worked out, also where none is open and none was closed.
-- (docs/tax-lots.md)
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
  -- The day of the gift or of the transfer in that brought it; null for other lots.
  gift_on date,
  transfer_on date,
  share_quantity numeric not null check (share_quantity > 0),
  -- Its shares before every split and exchange since it was acquired.
  unadjusted_share_quantity numeric check (unadjusted_share_quantity >= 0),
  -- Null where the basis is not known.
  original_cost_basis numeric,
  adjusted_cost_basis numeric,
  cost_basis_effective_on date,
  covered text collate "C" not null,
  cost_basis_indicator text collate "C" not null,
  is_inherited boolean not null,
  -- The lower of a gift's two values.
  gift_market_value numeric check (gift_market_value >= 0),
  -- The first day on which it is long-term; null where the date is not known or it always is.
  long_term_from date,
  primary key (account_number, tax_lot_id)
);

-- Columns that open lots have too say the same of what the lot was.
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
  gift_on date,
  transfer_on date,
  closing_transaction_on date not null,
  closing_transaction_settlement_on date,
  cost_basis_effective_on date,
  ex_on date,
  share_quantity numeric not null check (share_quantity >= 0),
  unadjusted_share_quantity numeric check (unadjusted_share_quantity >= 0),
  sale_price numeric check (sale_price >= 0),
  net_sale_amount numeric,
  original_cost_basis numeric,
  adjusted_cost_basis numeric,
  gift_market_value numeric check (gift_market_value >= 0),
  disallowed_loss numeric check (disallowed_loss >= 0),
  reportable_gain_loss numeric,
  federal_tax_withholding numeric check (federal_tax_withholding >= 0),
  state_tax_withholding numeric check (state_tax_withholding >= 0),
  withholding_state text collate "C",
  foreign_tax_withholding numeric check (foreign_tax_withholding >= 0),
  withholding_country text collate "C",
  -- The old shares of an exchange that paid cash beside new ones, in whose row no share is closed.
  exchanged_shares numeric,
  -- Whether it came by a death; where only some lots of a transfer did, the next computation says which.
  is_inherited boolean not null default false,
  primary key (account_number, tax_lot_id),
  constraint closed_lot_exchanged_shares check (
    exchanged_shares is null or (exchanged_shares > 0 and share_quantity = 0)),
  -- A reported row has a code that says what closed it.
  constraint closed_lot_reported_code check (not is_reported or trans_code is not null),
  -- A lot belongs to the year of the trade that closed it.
  constraint closed_lot_closed_in_year check (
    extract(year from closing_transaction_on) = tax_year::numeric)
);

-- A year stands here once its closed lots were given to the tax preparer, also where no lot was closed
-- in it. (interface 2.7)
create table reported_year (
  account_number text collate "C" not null references account,
  tax_year text collate "C" not null check (tax_year ~ '^[0-9]{4}$'),
  -- How often the year was reported.
  version integer not null default 1 check (version > 0),
  -- The answer as it is sent; without one it is made from the lots. The digest tells that the answer
  -- changed, without the answer.
  body text,
  body_digest bytea,
  -- Whether the newest version was loaded; a report replaces such a year only when it is told to.
  is_loaded boolean not null default true,
  -- What made the newest version: a load or a report. It never changes; `is_loaded` says what may
  -- replace the year, and can be stated anew by a load.
  is_made_by_load boolean not null default true,
  -- When it was reported; null for a year that was loaded.
  reported_at timestamptz,
  -- What tax papers say of its lots beyond the answer, by tax lot id: `exchangedShares`, `inherited`. Null for a
  -- version that a load has made.
  form_notes jsonb,
  primary key (account_number, tax_year),
  constraint reported_year_digest check ((body is null) = (body_digest is null))
);

-- The lots of such a year.
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

-- The versions before the newest, which stay readable as they were answered. A row is written once,
-- when the next version replaces it. (interface 4.8)
create table earlier_reported_year (
  account_number text collate "C" not null,
  tax_year text collate "C" not null,
  version integer not null check (version >= 1),
  body text not null,
  body_digest bytea not null,
  is_made_by_load boolean not null,
  reported_at timestamptz,
  form_notes jsonb,
  primary key (account_number, tax_year, version),
  constraint earlier_reported_year_of_year foreign key (account_number, tax_year)
    references reported_year,
  constraint earlier_reported_year_digest check (
    body_digest = sha256(convert_to(body, 'UTF8')))
);

-- Packed again at each reading, it would cost more than the place it saves.
alter table earlier_reported_year alter column body set storage external;

-- Forms 1099-DIV and 1099-INT: the versions of an account's year, each as it was reported.
-- (docs/tax-lots.md, "Income forms")

create table reported_income_form (
  account_number text collate "C" not null references account,
  tax_year text collate "C" not null check (tax_year ~ '^[0-9]{4}$'),
  form text collate "C" not null check (form in ('1099-div', '1099-int')),
  -- Each form has versions of its own; the highest is the newest.
  version integer not null check (version >= 1),
  -- The boxes with their rows, as they are sent.
  body text not null,
  -- How many transactions its boxes list.
  row_count integer not null check (row_count >= 0),
  reported_at timestamptz not null,
  primary key (account_number, tax_year, form, version)
);

-- What a custodian's statement has otherwise than the books, by account and day.
-- (docs/reconciliation.md)
create table reconciliation_break (
  account_number text collate "C" not null references account,
  -- The day of the statement.
  reconciled_on date not null,
  -- The same on every day on which it stands.
  break_id bigint not null check (break_id > 0),
  kind text collate "C" not null
    check (kind in ('shares', 'value', 'cash', 'lotShares', 'lotBasis')),
  -- Null for cash, and for a security that the books do not have; that has the custodian's symbol.
  security_id bigint references security,
  symbol text collate "C",
  acquired_on date,
  -- Shares, or money, by the kind; what the books do not know is null.
  custodian numeric not null,
  books numeric,
  amount numeric,
  cause text collate "C" not null,
  since date not null,
  -- The day on which it was gone; stated where it stood last.
  closed_on date,
  -- Whether it has been found neither gone nor again since.
  stands boolean not null,
  note text collate "C",
  noted_at timestamptz,
  -- Who works on it.
  assignee text collate "C",
  primary key (account_number, reconciled_on, break_id),
  constraint reconciliation_break_once unique nulls not distinct
    (account_number, reconciled_on, kind, security_id, symbol, acquired_on),
  constraint reconciliation_break_since check (since <= reconciled_on),
  constraint reconciliation_break_closed check (
    closed_on is null or (closed_on > reconciled_on and not stands)),
  constraint reconciliation_break_noted check ((note is null) = (noted_at is null))
);

-- A break stands on its last day alone.
create unique index reconciliation_break_standing on reconciliation_break
  (account_number, break_id) where stands;
create index reconciliation_break_of_day on reconciliation_break (reconciled_on);

-- The rows of custodians' files that imports have booked, by which a row is known when it comes again.
-- (docs/importing.md)
create table import_row (
  account_number text collate "C" not null,
  row_id text collate "C" not null,
  transaction_id bigint not null,
  import_id bigint not null check (import_id > 0),
  primary key (account_number, row_id),
  constraint import_row_transaction
    foreign key (account_number, transaction_id) references account_transaction
);
create index import_row_import_idx on import_row (import_id);
