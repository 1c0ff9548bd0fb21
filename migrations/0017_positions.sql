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

-- A folio without a row has no cash. It is below 0 where more was paid out than came in.
create table folio_cash (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  amount numeric not null check (amount <> 0),
  primary key (account_number, folio_number),
  constraint folio_cash_folio foreign key (account_number, folio_number) references folio
);
