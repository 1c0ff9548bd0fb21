-- Models: templates of securities and weights that folios subscribe to. (interface 2.8)

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
  ia_first_name text collate "C",
  ia_last_name text collate "C",
  program_oids bigint[] not null,
  style text collate "C" not null,
  constraint model_folio_oid_key unique (folio_oid)
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
