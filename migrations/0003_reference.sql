-- Reference data about the market: securities, their closing prices, and the days of the exchange.

create table security (
  security_id bigint primary key check (security_id > 0),
  ticker text collate "C" not null,
  cusip text collate "C",
  name text collate "C" not null,
  instrument_type text collate "C" not null,
  issuing_firm_oid bigint references firm
);

-- Tickers are unique ignoring case.
create unique index security_ticker_key on security (upper(ticker));

create table security_price (
  security_id bigint not null references security,
  priced_on date not null check (priced_on >= '1900-01-01'),
  close numeric not null,
  -- The closes lie in the key's index, so that a history is read from it alone.
  primary key (security_id, priced_on) include (close),
  constraint security_price_close check (close >= 0)
);

-- Days on which the New York exchange rests or trades against its rules.
create table exchange_day (
  day date primary key check (day >= '1900-01-01'),
  status text collate "C" not null,
  reason text collate "C",
  constraint exchange_day_status check (status in ('open', 'closed'))
);
