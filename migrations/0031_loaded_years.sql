-- Whether the newest version of a reported year was loaded; a report replaces such a year only when it is told to.
alter table reported_year add column is_loaded boolean not null default true;

update reported_year as year set is_loaded = false
where exists (
  select from audit_entry as entry
  where entry.subject = year.account_number and entry.operation = 'reportTaxYear'
    and entry.detail -> 'after' ->> 'taxYear' = year.tax_year);
