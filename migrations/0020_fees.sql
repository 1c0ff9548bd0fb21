-- What an advisory plan charges, and how a period of it is billed. (docs/billing.md)

-- Null where the plan leaves it to the default.
alter table billing_plan
  add column tier_type text collate "C" check (tier_type in ('M', 'W')),
  add column bill_mode text collate "C" check (bill_mode in ('A', 'D')),
  add column bill_period_val numeric check (bill_period_val in (1, 3)),
  add column bill_period_type text collate "C" check (bill_period_type = 'M'),
  add column basis text collate "C" check (basis in ('AVG', 'END')),
  add column flat_fee numeric check (flat_fee >= 0),
  add column minimum_fee numeric check (minimum_fee >= 0),
  add column maximum_fee numeric check (maximum_fee >= 0),
  add column maximum_rate numeric check (maximum_rate between 0 and 100),
  add column exclude_cash boolean,
  add column flow_from numeric check (flow_from >= 0),
  add column insufficient text collate "C" check (insufficient in ('P', 'D', 'N')),
  add constraint billing_plan_terms check (
    kind = 'advisory' or num_nonnulls(tier_type, bill_mode, bill_period_val, bill_period_type,
      basis, flat_fee, minimum_fee, maximum_fee, maximum_rate, exclude_cash, flow_from,
      insufficient) = 0),
  add constraint billing_plan_bounds check (minimum_fee <= maximum_fee),
  add constraint billing_plan_mean check (basis <> 'AVG' or bill_mode is distinct from 'D');

-- Who is paid what part of what a plan collects; without a row the firm alone.
create table billing_plan_split (
  billing_plan_oid bigint not null references billing_plan,
  position integer not null check (position >= 1),
  payee text collate "C" not null,
  percent numeric not null check (percent between 0 and 100),
  primary key (billing_plan_oid, position),
  constraint billing_plan_split_payee_key unique (billing_plan_oid, payee)
);
