-- Reference data about the market: securities, their closing prices and splits, and the days on which exchange,
-- banks and settlement rest. (docs/securities.md)

create table security (
  security_id bigint primary key check (security_id > 0),
  ticker text collate "C" not null,
  cusip text collate "C",
  name text collate "C" not null,
  instrument_type text collate "C" not null,
  issuing_firm_oid bigint references firm,
  -- What a quotation is multiplied by to be the price of one share: 0.01 of a bond in percent of par.
  quotation_factor numeric not null default 1,
  -- How many settlement days after its trade date a trade settles; null where its group says it.
  settlement_period smallint,
  -- How a fund is taxed; null for all else.
  tax_status text collate "C",
  constraint security_quotation_factor check (quotation_factor > 0),
  constraint security_settlement_period check (settlement_period between 0 and 10),
  constraint security_tax_status check (tax_status in ('RIC', 'REIT'))
);

-- Tickers are unique ignoring case.
create unique index security_ticker_key on security (upper(ticker));
create index security_cusip on security (cusip);
-- Words are what stands between blanks and signs of punctuation.
create index security_words on security using gin (to_tsvector('simple',
  translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')));

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

create table security_price (
  security_id bigint not null references security,
  priced_on date not null check (priced_on >= '1900-01-01'),
  close numeric not null,
  -- Who gave the close last.
  source text collate "C" not null default 'load',
  -- The closes lie in the key's index, so that a history is read from it alone.
  primary key (security_id, priced_on) include (close),
  constraint security_price_close check (close >= 0)
);

-- Splits of securities, by which benchmarks follow their closes; positions follow their account's own.
create table security_split (
  security_id bigint not null references security,
  ex_on date not null check (ex_on >= '1900-01-01'),
  ratio_new numeric not null,
  ratio_old numeric not null,
  primary key (security_id, ex_on),
  constraint security_split_ratio check (ratio_new > 0 and ratio_old > 0)
);

-- Days on which the New York exchange rests or trades against its rules.
create table exchange_day (
  day date primary key check (day >= '1900-01-01'),
  status text collate "C" not null,
  reason text collate "C",
  -- Whether it closes early; null where the rules say it.
  is_early boolean,
  closes_at time,
  constraint exchange_day_status check (status in ('open', 'closed')),
  constraint exchange_day_close check (
    status = 'open' or (is_early is null and closes_at is null))
);

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

-- The rate of backup withholding, in percent, from a day on.
create table backup_withholding (
  withheld_from date primary key check (withheld_from >= '1900-01-01'),
  rate numeric not null,
  constraint backup_withholding_rate check (rate between 0 and 100)
);
