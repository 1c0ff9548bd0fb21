-- Every version of a reported year stays readable as it was answered. (interface 4.8)

-- When it was reported; null for a year that was loaded.
alter table reported_year add column reported_at timestamptz;

-- The versions before the newest. A row is written once, when the next version replaces it.
create table earlier_reported_year (
  account_number text collate "C" not null,
  tax_year text collate "C" not null,
  version integer not null check (version >= 1),
  body text not null,
  body_digest bytea not null,
  is_loaded boolean not null,
  reported_at timestamptz,
  primary key (account_number, tax_year, version),
  constraint earlier_reported_year_of_year foreign key (account_number, tax_year)
    references reported_year,
  constraint earlier_reported_year_digest check (
    body_digest = sha256(convert_to(body, 'UTF8')))
);
alter table earlier_reported_year alter column body set storage external;

update reported_year as year set reported_at = entry.occurred_at
from audit_entry as entry
where entry.subject = year.account_number and entry.operation = 'reportTaxYear'
  and entry.detail -> 'after' ->> 'taxYear' = year.tax_year
  and (entry.detail -> 'after' ->> 'version')::integer = year.version;

-- Until now the audit entry of a report alone kept the version that it replaced.
insert into earlier_reported_year
  (account_number, tax_year, version, body, body_digest, is_loaded, reported_at)
select year.account_number, year.tax_year, (replaced.before ->> 'version')::integer,
  replaced.lots, sha256(convert_to(replaced.lots, 'UTF8')), made.at is null, made.at
from audit_entry as entry
cross join lateral (
  select entry.detail -> 'before' as before, (entry.detail -> 'before' ->> 'lots') as lots
) as replaced
join reported_year as year
  on year.account_number = entry.subject and year.tax_year = replaced.before ->> 'taxYear'
left join lateral (
  select report.occurred_at as at from audit_entry as report
  where report.subject = entry.subject and report.operation = 'reportTaxYear'
    and report.detail -> 'after' ->> 'taxYear' = year.tax_year
    and report.detail -> 'after' ->> 'version' = replaced.before ->> 'version'
) as made on true
where entry.operation = 'reportTaxYear' and replaced.before is not null;
