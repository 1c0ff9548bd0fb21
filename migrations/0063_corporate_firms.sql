-- Corporate firms that institutional firms add as their clients: who manages and represents each, and
-- how it is reached and taxed.
alter table firm
  add column managing_firm_oid bigint,
  -- No foreign key: firms are loaded before their members.
  add column representative_login_id text collate "C",
  add column tax_id_type text collate "C",
  add column tax_classification text collate "C",
  add column telephone1 text collate "C",
  add column telephone2 text collate "C",
  add column email1 text collate "C",
  add column email2 text collate "C",
  add column is_director_or_shareholder boolean not null default false,
  add column finra_affiliated boolean not null default false,
  add column finra_company text collate "C",
  add constraint firm_managing_firm foreign key (managing_firm_oid) references firm,
  add constraint firm_managed_issues check (managing_firm_oid is null or kind = 'issuing'),
  add constraint firm_managed_represented
    check ((managing_firm_oid is null) = (representative_login_id is null)),
  add constraint firm_managed_taxed check (managing_firm_oid is null or tid_hash is not null);

create index firm_managing_firm_oid on firm (managing_firm_oid) where managing_firm_oid is not null;

-- Of firms that are loaded without a manager two may have shared a tax id before.
create unique index firm_tax_id_key on firm (tid_hash) where managing_firm_oid is not null;
