-- What the calculations take of securities, accounts and transactions beyond the first release: quotations,
-- adjustments of basis, elections, lots that move inside the firm; splits, and the days on which trades
-- settle. (docs/tax-lots.md, docs/performance.md)

alter table security
  -- What a quotation is multiplied by to be the price of one share: 0.01 of a bond in percent of par.
  add column quotation_factor numeric not null default 1,
  -- How many settlement days after its trade date a trade settles; null where its group says it.
  add column settlement_period smallint,
  add constraint security_quotation_factor check (quotation_factor > 0),
  add constraint security_settlement_period check (settlement_period between 0 and 10);

-- Splits of securities, by which benchmarks follow their closes; positions follow their account's own.
create table security_split (
  security_id bigint not null references security,
  ex_on date not null check (ex_on >= '1900-01-01'),
  ratio_new numeric not null,
  ratio_old numeric not null,
  primary key (security_id, ex_on),
  constraint security_split_ratio check (ratio_new > 0 and ratio_old > 0)
);

alter table exchange_day
  -- Whether it closes early; null where the rules say it.
  add column is_early boolean,
  add column closes_at time,
  add constraint exchange_day_close check (
    status = 'open' or (is_early is null and closes_at is null));

-- Days on which banks open or rest against the rules of the Federal Reserve.
create table bank_day (
  day date primary key check (day >= '1900-01-01'),
  status text collate "C" not null,
  reason text collate "C",
  constraint bank_day_status check (status in ('open', 'closed'))
);

-- Days on which trades settle or do not, whatever exchange and banks do.
create table settlement_day (
  day date primary key check (day >= '1900-01-01'),
  status text collate "C" not null,
  reason text collate "C",
  constraint settlement_day_status check (status in ('open', 'closed'))
);

-- How many settlement days after its trade date a trade of a group of securities settles, from a day on.
create table settlement_period (
  settlement_group text collate "C" not null,
  traded_from date not null check (traded_from >= '1900-01-01'),
  settlement_days smallint not null,
  primary key (settlement_group, traded_from),
  constraint settlement_period_days check (settlement_days between 0 and 10)
);

alter table account
  -- The day from which each fund of a taxable account is averaged.
  add column funds_averaged_from date,
  add constraint account_funds_averaged check (
    account_type not in ('9', 'P', 'Q', 'R', 'S') or funds_averaged_from is null);

alter table account_transaction
  -- The part of the shares whose basis steps up at a death.
  add column part numeric,
  -- The percent of the parent's basis that goes to what is spun off.
  add column child_part numeric,
  -- All new shares of an event, in place of the position times its ratio.
  add column new_shares numeric,
  -- Why a basis is adjusted, or lots move.
  add column reason text collate "C",
  -- By how many days an adjustment moves the acquisition back.
  add column holding_days integer,
  -- Where lots move to inside the firm; no foreign key, since it may lie on another node.
  add column to_account_number text collate "C",
  add column receiving_folio_number text collate "C",
  -- The first day of a reinvestment plan that is averaged.
  add column plan_since date,
  add column fee_kind text collate "C",
  add constraint account_transaction_part check (part > 0 and part <= 1),
  add constraint account_transaction_child_part check (child_part > 0 and child_part < 100),
  add constraint account_transaction_new_shares check (new_shares > 0),
  add constraint account_transaction_holding_days check (holding_days >= 0),
  add constraint account_transaction_fee_kind check (fee_kind in ('advisory', 'refund')),
  add constraint account_transaction_moves check (
    to_account_number <> account_number
    and receiving_folio_number ~ ('^' || to_account_number || '[0-9]{2}$')
    and (to_account_number is null) = (receiving_folio_number is null)),
  drop constraint account_transaction_amount,
  -- Interest may be owed, and an adjustment lowers or raises a basis: these may be below 0. What is
  -- exercised may cost nothing.
  add constraint account_transaction_amount check (
    amount > 0 or (amount < 0 and transaction_type in ('INT', 'BAS'))
    or (amount = 0 and transaction_type = 'EXR'));

-- Accounts that lots come into are computed with those that gave them.
create index account_transaction_to_account_number
  on account_transaction (to_account_number) where to_account_number is not null;
create index account_transaction_gives
  on account_transaction (account_number) where to_account_number is not null;

alter table closed_lot
  -- The old shares of an exchange that paid cash beside new ones, in whose row no share is closed.
  add column exchanged_shares numeric,
  -- Whether it came by a death; where only some lots of a transfer did, the next computation says which.
  add column is_inherited boolean not null default false,
  add constraint closed_lot_exchanged_shares check (
    exchanged_shares is null or (exchanged_shares > 0 and share_quantity = 0));

update closed_lot as lot set is_inherited = true
from account_transaction as opened
where opened.account_number = lot.account_number
  and opened.transaction_id = lot.originating_transaction_id
  and (opened.transaction_type = 'INH' or (opened.transaction_type = 'TIN' and not exists (
    select from jsonb_array_elements(opened.lots::jsonb) as delivered
    where coalesce((delivered ->> 'inherited')::boolean, false) = false)));

-- What tax papers say of the lots of a version beyond its answer, by tax lot id: `exchangedShares`,
-- `inherited`. Null for a version that a load has made, or that is older than the column.
alter table reported_year add column form_notes jsonb;
alter table earlier_reported_year add column form_notes jsonb;

alter table folio_valuation
  -- Cash by trade date, and what later cash advances of it; null where a custodian gives neither.
  add column cash numeric,
  add column advances numeric,
  -- Fees that are paid back count on their day as fees below 0.
  drop constraint folio_valuation_fees;

alter table unit_value
  drop constraint unit_value_order,
  -- Fees that are paid back let net rise above gross.
  add constraint unit_value_least check (net >= 0 and gross >= 0);

alter table performance_quarter
  drop constraint performance_quarter_days,
  -- A day may have its cash and advances behind its fees.
  add constraint performance_quarter_days check (days ~ ('^([0-9]{4}-[0-9]{2}-[0-9]{2}'
    '( -?[0-9]+\.[0-9]{2}){5,7}( -| -?[0-9]+\.[0-9]{18}){2}( -| -?[0-9]+\.[0-9]{5}){2}'
    '( estimated)?( imported)?(\n|$))+$'));
