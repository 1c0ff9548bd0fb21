-- What securities are looked up by: the names that they had before, and the words of their names. Each close
-- says who gave it. (docs/securities.md)

alter table security
  -- How a fund is taxed; null for all else.
  add column tax_status text collate "C",
  add constraint security_tax_status check (tax_status in ('RIC', 'REIT'));

alter table security_price
  -- Who gave the close last.
  add column source text collate "C" not null default 'load';

-- Tickers, CUSIPs and names that securities no longer have.
create table security_name (
  security_id bigint not null references security,
  -- The first day on which it was named otherwise.
  changed_on date not null check (changed_on >= '1900-01-01'),
  ticker text collate "C" not null,
  cusip text collate "C",
  name text collate "C" not null,
  -- The first day on which it was named so; null where that is the change before, or not known.
  since_on date,
  primary key (security_id, changed_on, ticker),
  constraint security_name_days check (since_on < changed_on)
);

create index security_name_ticker on security_name (upper(ticker));
create index security_name_cusip on security_name (cusip);
create index security_cusip on security (cusip);
-- Words are what stands between blanks and signs of punctuation.
create index security_words on security using gin (to_tsvector('simple',
  translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')));

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
