-- The versions of models' target weights, and the subscriptions of folios to models.

-- Each list of target weights that a model has had, by number from 1; none is ever changed. The
-- targets stand in order of ticker, so that equal lists are equal values.
create table model_version (
  model_oid bigint not null references model,
  version integer not null check (version >= 1),
  targets jsonb not null,
  primary key (model_oid, version)
);

insert into model_version (model_oid, version, targets)
select model_oid, 1, jsonb_agg(
  jsonb_build_object('ticker', ticker, 'targetWeight', to_char(target_weight, 'FM990.00'))
  order by ticker)
from model_target_weight
group by model_oid;

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

create index model_subscription_model on model_subscription (model_oid);
