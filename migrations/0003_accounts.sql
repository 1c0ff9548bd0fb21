-- Accounts and the records that belong to one account; each key begins with the account number.

create table account (
  account_number text collate "C" primary key,
  firm_oid bigint not null references firm,
  primary_owner_login_id text collate "C" not null,
  account_name text collate "C" not null,
  account_type text collate "C" not null,
  billing_plan_oid bigint,
  default_tax_lot_selection text collate "C" not null,
  long_term_tax_rate numeric check (long_term_tax_rate between 0 and 100),
  short_term_tax_rate numeric check (short_term_tax_rate between 0 and 100),
  init_contribution_date date,
  w9_backup_withholding boolean not null,
  opened_on date not null,
  minor jsonb,
  constraint account_number_form check (account_number ~ '^R[A-Z0-9]{8,9}$'),
  -- An account belongs to the firm of its primary owner.
  constraint account_primary_owner foreign key (primary_owner_login_id, firm_oid)
    references member (login_id, firm_oid),
  constraint account_billing_plan foreign key (billing_plan_oid, firm_oid)
    references billing_plan (billing_plan_oid, firm_oid),
  -- Average cost for retirement accounts, any other method for taxable ones (interface 2.2).
  constraint account_tax_lot_selection check (
    (account_type in ('9', 'P', 'Q', 'R', 'S')) = (default_tax_lot_selection = 'AVGC')),
  constraint account_tax_rates_taxable check (
    account_type not in ('9', 'P', 'Q', 'R', 'S')
    or (long_term_tax_rate is null and short_term_tax_rate is null)),
  constraint account_init_contribution check (
    account_type = '9' or init_contribution_date is null)
);

create index account_firm_oid on account (firm_oid, account_number);
create index account_primary_owner_login_id on account (primary_owner_login_id, account_number);

-- Position 1 is the primary owner.
create table account_owner (
  account_number text collate "C" not null references account,
  position integer not null check (position >= 1),
  login_id text collate "C" not null references member,
  primary key (account_number, position),
  constraint account_owner_once unique (account_number, login_id)
);

create index account_owner_login_id on account_owner (login_id, account_number);

create table account_permitted_login (
  account_number text collate "C" not null references account,
  login_id text collate "C" not null references member,
  primary key (account_number, login_id)
);

create index account_permitted_login_login_id on account_permitted_login (login_id, account_number);

-- Holds the unique account rule, which spans accounts: one row per owner, keyed by the owner.
create table account_name (
  login_id text collate "C" not null references member,
  folded_name text collate "C" not null,
  account_number text collate "C" not null,
  constraint account_name_key primary key (login_id, folded_name)
);

create index account_name_account_number on account_name (account_number);

create table beneficiary (
  account_number text collate "C" not null references account,
  kind text collate "C" not null check (kind in ('P', 'C')),
  position integer not null check (position >= 1),
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  ssn_sealed bytea,
  ssn_hash bytea,
  ssn_last4 text collate "C",
  citizenship text collate "C",
  date_of_birth date,
  relationship text collate "C" not null,
  share_pct numeric check (share_pct > 0 and share_pct <= 100),
  primary key (account_number, kind, position),
  constraint beneficiary_ssn_whole check (
    (ssn_sealed is null) = (ssn_hash is null) and (ssn_sealed is null) = (ssn_last4 is null))
);

create table trusted_contact (
  account_number text collate "C" not null references account,
  position integer not null check (position >= 1),
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  relationship text collate "C",
  email text collate "C",
  telephone text collate "C",
  mailing_address jsonb,
  date_of_birth date,
  primary key (account_number, position),
  constraint trusted_contact_reachable check (
    email is not null or telephone is not null or mailing_address is not null)
);

create table exclusion (
  account_number text collate "C" not null references account,
  kind text collate "C" not null check (kind in ('SECURITY', 'ISSUE', 'SECTOR')),
  position integer not null check (position >= 1),
  value text collate "C" not null,
  start_on date,
  end_on date,
  primary key (account_number, kind, position),
  constraint exclusion_days check (start_on <= end_on)
);

create table folio (
  account_number text collate "C" not null references account,
  folio_number text collate "C" not null,
  name text collate "C" not null,
  folio_type text collate "C" not null,
  primary key (account_number, folio_number),
  constraint folio_of_account check (folio_number ~ ('^' || account_number || '[0-9]{2}$'))
);
