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
