-- Activity: what a transaction says beside its figures, the version of the books with which it was
-- accepted, and the cash of folios at the end of each day. (docs/activity.md)

alter table account_transaction
  add column notes text collate "C",
  -- The corporate event from which it follows; no foreign key, since events are common to all accounts.
  add column event_id text collate "C",
  -- What a payout or a return of capital is for tax papers, and of which year if not that of its trade date.
  add column income_kind text collate "C",
  add column tax_year text collate "C",
  -- How cash came or went.
  add column method text collate "C",
  -- The deposit, withdrawal or fee that comes back by it.
  add column reverses bigint,
  -- The day from which a deposit may be withdrawn.
  add column available_on date,
  -- The version of the account's facts from which it counts; 0 of what is older than this column.
  add column accepted_version bigint not null default 0,
  add column accepted_at timestamptz,
  -- Of lots moved to another account: the version of that account's facts from which it lists them; and of
  -- what takes such a move back, the one from which the account to which they went lists them no more.
  add column receiver_accepted_version bigint,
  add column former_receiver_accepted_version bigint,
  add constraint account_transaction_tax_year check (tax_year ~ '^[0-9]{4}$'),
  add constraint account_transaction_method check (method in ('ACH', 'CHECK', 'WIRE')),
  add constraint account_transaction_reverses foreign key (account_number, reverses)
    references account_transaction,
  add constraint account_transaction_available check (available_on >= trade_on),
  add constraint account_transaction_accepted check (accepted_version >= 0);

-- The rows of an account by day and since a version, and the accounts that have any on a day.
create index account_transaction_account_version
  on account_transaction (account_number, accepted_version);
create index account_transaction_account_day on account_transaction (account_number, trade_on);
create index account_transaction_day on account_transaction (trade_on, account_number)
  where trade_on is not null;

-- The cash of a folio by trade date, at the end of each day on which it changed.
create table folio_cash_day (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  changed_on date not null,
  amount numeric not null,
  primary key (account_number, folio_number, changed_on),
  constraint folio_cash_day_folio foreign key (account_number, folio_number) references folio
);
