-- Models: templates of securities and weights that folios subscribe to. (interface 2.8)

-- The programs that show models.
create table program (
  program_oid bigint primary key check (program_oid > 0),
  name text collate "C" not null,
  description text collate "C"
);

create table model (
  model_oid bigint primary key check (model_oid > 0),
  folio_oid bigint not null check (folio_oid > 0),
  -- The firm that manages it; it sees the model outside its programs too.
  firm_oid bigint not null references firm,
  folio_number text collate "C" not null,
  folio_name text collate "C" not null,
  long_name text collate "C" not null,
  description text collate "C",
  url text collate "C",
  benchmark_item text collate "C",
  cash_security text collate "C" not null,
  -- Who wrote it; null where nobody is known.
  ia_member_oid bigint,
  ia_first_name text collate "C",
  ia_last_name text collate "C",
  program_oids bigint[] not null,
  style text collate "C" not null,
  trade_pct_threshold numeric not null default 0
    check (trade_pct_threshold between 0 and 100),
  -- P is seen by the firms of its programs, U by its managing firm alone.
  published_status text collate "C" not null default 'P',
  constraint model_folio_oid_key unique (folio_oid),
  constraint model_published_status check (published_status in ('U', 'P'))
);

create index model_firm_oid on model (firm_oid);

-- The weights of a model add to 100.00 (rule of the record that is loaded).
create table model_target_weight (
  model_oid bigint not null references model,
  position integer not null check (position >= 1),
  ticker text collate "C" not null,
  target_weight numeric not null check (target_weight between 0 and 100),
  current_weight numeric check (current_weight between 0 and 100),
  primary key (model_oid, position),
  constraint model_target_weight_ticker_key unique (model_oid, ticker)
);

-- Each list of target weights that a model has had, by number from 1; none is ever changed. The
-- targets stand in order of ticker, so that equal lists are equal values.
create table model_version (
  model_oid bigint not null references model,
  version integer not null check (version >= 1),
  targets jsonb not null,
  primary key (model_oid, version)
);

create table model_subscription (
  account_number text collate "C" not null,
  folio_number text collate "C" not null,
  model_oid bigint not null references model,
  -- The version whose targets the folio has.
  version integer not null,
  -- Of the model's programs the one under which it was chosen.
  program_oid bigint check (program_oid > 0),
  subscription_type text collate "C" not null,
  exclusion_rule text collate "C" not null,
  status text collate "C" not null default 'CURRENT',
  primary key (account_number, folio_number),
  constraint model_subscription_folio foreign key (account_number, folio_number) references folio,
  constraint model_subscription_version foreign key (model_oid, version) references model_version,
  constraint model_subscription_type check (subscription_type in ('A', 'R', 'F', 'D')),
  constraint model_subscription_exclusion_rule check (exclusion_rule in ('A', 'N')),
  constraint model_subscription_status check (status in ('CURRENT', 'PENDING'))
);

-- The followers of a model are listed by folio, a page at a time. (interface 4.23)
create index model_subscription_followers on model_subscription (model_oid, folio_number);
