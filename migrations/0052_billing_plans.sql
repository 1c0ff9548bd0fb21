-- What billing plans charge, and whether a firm shows by which it is billed for brokerage.
alter table firm
  add column brokerage_billing_disclosed boolean not null default true;

alter table billing_plan
  -- Null where the plan has no such fee, or it is not known.
  add column commission_fees numeric check (commission_fees >= 0),
  add column folio_fees numeric check (folio_fees >= 0),
  add constraint billing_plan_fees check (
    (commission_fees is null or kind = 'advisory') and (folio_fees is null or kind = 'platform'));

-- Percent a year of assets, from an amount up to that of the next row.
create table billing_plan_asset_fee (
  billing_plan_oid bigint not null references billing_plan,
  position integer not null check (position >= 1),
  from_amount numeric not null check (from_amount >= 0),
  annual_rate numeric not null check (annual_rate between 0 and 100),
  primary key (billing_plan_oid, position),
  constraint billing_plan_asset_fee_amount_key unique (billing_plan_oid, from_amount)
);
