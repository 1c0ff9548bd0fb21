-- Reference data about people: firms, their members, who may call, and what is billed.

create table firm (
  firm_oid bigint primary key check (firm_oid > 0),
  partner_code text collate "C" not null,
  name text collate "C" not null,
  kind text collate "C" not null check (kind in ('operator', 'institutional', 'issuing')),
  state text collate "C",
  billing_level text collate "C" not null,
  -- How many days before it is posted a run is approved at the latest.
  notice_days integer not null default 0,
  -- Whether its one administrator also approves the runs that this person has created.
  approves_alone boolean not null default false,
  -- How many months a statement of its accounts is about, where a run does not say it.
  statement_months integer not null default 1,
  -- For which accounts events are booked here: of all, or of none, where the custodian books them.
  post_firms text collate "C" not null default 'all',
  under_contract boolean not null,
  -- No foreign key: an account is no reference data and may live on another machine.
  issuer_account_number text collate "C",
  program_oids bigint[] not null,
  -- Whether its clients are shown by which firm they are billed for brokerage.
  brokerage_billing_disclosed boolean not null default true,
  -- Whether it has its clients sign on its own pages.
  signs_on_own_pages boolean not null default false,
  -- What tax papers show of the firm that pays: its tax id, sealed like those of members, and its
  -- address.
  tid_sealed bytea,
  tid_hash bytea,
  address jsonb,
  -- The number under which it withholds tax for its state, which tax papers name.
  state_number text collate "C",
  -- Of a corporate firm that an institutional firm has added as its client: who manages and represents
  -- it, and how it is reached and taxed.
  managing_firm_oid bigint,
  -- No foreign key: firms are loaded before their members.
  representative_login_id text collate "C",
  tax_id_type text collate "C",
  tax_classification text collate "C",
  telephone1 text collate "C",
  telephone2 text collate "C",
  email1 text collate "C",
  email2 text collate "C",
  is_director_or_shareholder boolean not null default false,
  finra_affiliated boolean not null default false,
  finra_company text collate "C",
  -- What decides the rights of a caller carries a MAC under a key that is not in the database: a row
  -- that the service did not write is refused as if it did not exist. The version counts the states
  -- that were sealed, so that the audit log tells which one is the last.
  version bigint not null default 0 check (version >= 0),
  mac bytea check (length(mac) = 32),
  constraint firm_partner_code_key unique (partner_code),
  constraint firm_tid_whole check ((tid_sealed is null) = (tid_hash is null)),
  constraint firm_managing_firm foreign key (managing_firm_oid) references firm,
  constraint firm_managed_issues check (managing_firm_oid is null or kind = 'issuing'),
  constraint firm_managed_represented
    check ((managing_firm_oid is null) = (representative_login_id is null)),
  constraint firm_managed_taxed check (managing_firm_oid is null or tid_hash is not null),
  constraint firm_post_firms check (post_firms in ('all', 'none')),
  constraint firm_billing_level check (billing_level in ('account', 'member', 'household')),
  constraint firm_notice_days check (notice_days between 0 and 30),
  constraint firm_statement_months check (statement_months in (1, 3, 12))
);

create index firm_managing_firm_oid on firm (managing_firm_oid) where managing_firm_oid is not null;

-- Firms that are loaded without a manager may share a tax id.
create unique index firm_tax_id_key on firm (tid_hash) where managing_firm_oid is not null;

create table member (
  login_id text collate "C" primary key,
  -- The login id in the form in which no two may be the same.
  login_id_folded text collate "C" not null,
  member_oid bigint not null check (member_oid > 0),
  firm_oid bigint not null references firm,
  -- Trustees manage the accounts of trusts, own none and are no callers.
  membership_type text collate "C" not null
    constraint member_membership_type_check
      check (membership_type in ('client', 'staff', 'trustee')),
  -- What staff may do when they sign in: none stands for an adviser. (docs/console.md)
  staff_role text collate "C",
  title text collate "C",
  first_name text collate "C" not null,
  middle_name text collate "C",
  last_name text collate "C" not null,
  suffix text collate "C",
  date_of_birth date,
  tid_sealed bytea,
  tid_hash bytea,
  tid_last4 text collate "C",
  email text collate "C",
  email2 text collate "C",
  -- The address by which a person may be recognized at a first sign-in by OpenID Connect: a keyed hash
  -- over the address and whose it is, and what it is made of, sealed. Neither is set by those who may
  -- write an address without being administrators. (docs/adr/0026-open-id-connect.md)
  sign_in_sealed bytea,
  sign_in_hash bytea,
  primary_address jsonb,
  mailing_address jsonb,
  telephones jsonb not null default '[]',
  residence_country text collate "C" not null default 'US',
  citizenship text collate "C",
  marital_status text collate "C",
  dependent_count integer,
  tax_bracket integer,
  employment_status text collate "C",
  employer_name text collate "C",
  occupation_type text collate "C",
  annual_income_range text collate "C",
  liquid_net_worth_range text collate "C",
  net_worth_range text collate "C",
  accredited_by_income boolean not null default false,
  accredited_by_net_worth boolean not null default false,
  private_placement_experience text[] collate "C" not null default '{}',
  is_director_or_shareholder boolean not null default false,
  -- Tickers of the companies of which the member is a director or holds ten percent.
  own_company_tickers text[] collate "C" not null default '{}',
  finra_affiliated boolean not null default false,
  finra_company text collate "C",
  -- Whether the identity is verified; that of a member who was loaded is.
  cip_status text collate "C" not null default 'PASSED',
  -- Both null of members that were loaded.
  created_at timestamptz(3),
  added_by_api_user_id bigint,
  -- When the sweep opened a case because another firm has a client of the same tax id.
  tid_case_at timestamptz(3),
  constraint member_oid_key unique (member_oid),
  -- Holds member.unique.ssn.rule; the hash is keyed. A tax id is unique within a firm. Who is a client
  -- of two firms is the operator's case, which the sweep opens: a request that judged it would tell its
  -- caller of another firm's client.
  constraint member_tid_key unique (firm_oid, tid_hash),
  constraint member_tid_whole check (
    (tid_sealed is null) = (tid_hash is null) and (tid_sealed is null) = (tid_last4 is null)),
  constraint member_sign_in_whole check ((sign_in_sealed is null) = (sign_in_hash is null)),
  constraint member_of_firm_key unique (login_id, firm_oid),
  constraint member_staff_role_check check (
    staff_role is null
    or (membership_type = 'staff' and staff_role in ('viewer', 'adviser', 'administrator'))),
  constraint member_cip_status check (cip_status in ('PENDING_NEW', 'PASSED', 'FAILED'))
);

-- Holds member.unique.login.id.
create unique index member_login_id_folded_key on member (login_id_folded);
create index member_firm_oid on member (firm_oid);
create index member_tid_hash on member (tid_hash);
create index member_to_verify on member (login_id) where cip_status = 'PENDING_NEW';
create index member_tid_case on member (added_by_api_user_id, tid_case_at)
  where tid_case_at is not null;

-- What was verified of a member's accreditation; the last record counts, earlier ones stay.
create table accreditation (
  login_id text collate "C" not null references member,
  position integer not null check (position >= 1),
  level text collate "C" not null,
  expires_on date,
  sub_level text collate "C" not null,
  sub_level_expires_on date,
  method text collate "C" not null,
  note text collate "C",
  verified_at timestamptz(3) not null,
  primary key (login_id, position),
  constraint accreditation_expiry check ((level = 'A') = (expires_on is not null)),
  constraint accreditation_sub_level check (level = 'A' or sub_level = 'O'),
  constraint accreditation_sub_level_expiry check (sub_level_expires_on <= expires_on)
);

-- Sealed like firms.
create table api_user (
  api_user_id bigint primary key check (api_user_id > 0),
  firm_oid bigint not null references firm,
  name text collate "C" not null,
  scopes text[] collate "C" not null check (scopes <@ array['read', 'write', 'operate']),
  bound_login_id text collate "C",
  email text collate "C",
  version bigint not null default 0 check (version >= 0),
  mac bytea check (length(mac) = 32),
  constraint api_user_bound_member foreign key (bound_login_id, firm_oid)
    references member (login_id, firm_oid)
);

-- Sealed like firms.
create table api_credential (
  api_key_id bigint primary key check (api_key_id > 0),
  api_user_id bigint not null references api_user,
  kind text collate "C" not null check (kind in ('token', 'signing')),
  api_key text collate "C",
  secret_sealed bytea,
  -- The hash is keyed; what it is made of is kept sealed, so that a change of the master key can make
  -- it anew.
  token_hash bytea,
  token_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  bound_login_id text collate "C" references member,
  version bigint not null default 0 check (version >= 0),
  mac bytea check (length(mac) = 32),
  constraint api_credential_api_key_key unique (api_key),
  constraint api_credential_token_key unique (token_hash),
  constraint api_credential_whole check (
    (kind = 'signing') = (api_key is not null) and (kind = 'signing') = (secret_sealed is not null)
    and (kind = 'token') = (token_hash is not null)),
  constraint api_credential_token_sealed check (token_sealed is null or kind = 'token')
);

create index api_credential_api_user_id on api_credential (api_user_id);

-- Every version that was sealed. The writer may only add to it, so that it cannot put back the row of
-- an earlier version, as that of a key before its revocation.
create table sealed_version (
  table_name text collate "C" not null,
  row_key bigint not null,
  version bigint not null,
  primary key (table_name, row_key, version)
);

-- What a plan charges, and how a period of it is billed. (docs/billing.md)
create table billing_plan (
  billing_plan_oid bigint primary key check (billing_plan_oid > 0),
  firm_oid bigint not null references firm,
  kind text collate "C" not null check (kind in ('advisory', 'platform', 'brokerage')),
  name text collate "C" not null,
  description text collate "C",
  -- Null where the plan has no such fee, or it is not known.
  commission_fees numeric check (commission_fees >= 0),
  folio_fees numeric check (folio_fees >= 0),
  -- Whether a run that was approved has billed by it; it is then changed no more.
  is_billed boolean not null default false,
  -- Null where the plan leaves it to the default.
  tier_type text collate "C" check (tier_type in ('M', 'W')),
  bill_mode text collate "C" check (bill_mode in ('A', 'D')),
  bill_period_val numeric check (bill_period_val in (1, 3)),
  bill_period_type text collate "C" check (bill_period_type = 'M'),
  basis text collate "C" check (basis in ('AVG', 'END')),
  flat_fee numeric check (flat_fee >= 0),
  minimum_fee numeric check (minimum_fee >= 0),
  maximum_fee numeric check (maximum_fee >= 0),
  maximum_rate numeric check (maximum_rate between 0 and 100),
  exclude_cash boolean,
  flow_from numeric check (flow_from >= 0),
  insufficient text collate "C" check (insufficient in ('P', 'D', 'N')),
  constraint billing_plan_of_firm_key unique (billing_plan_oid, firm_oid),
  constraint billing_plan_fees check (
    (commission_fees is null or kind = 'advisory') and (folio_fees is null or kind = 'platform')),
  constraint billing_plan_terms check (
    kind = 'advisory' or num_nonnulls(tier_type, bill_mode, bill_period_val, bill_period_type,
      basis, flat_fee, minimum_fee, maximum_fee, maximum_rate, exclude_cash, flow_from,
      insufficient) = 0),
  constraint billing_plan_bounds check (minimum_fee <= maximum_fee),
  constraint billing_plan_mean check (basis <> 'AVG' or bill_mode is distinct from 'D')
);

-- Percent a year of assets, from an amount up to that of the next row.
create table billing_plan_asset_fee (
  billing_plan_oid bigint not null references billing_plan,
  position integer not null check (position >= 1),
  from_amount numeric not null check (from_amount >= 0),
  annual_rate numeric not null check (annual_rate between 0 and 100),
  primary key (billing_plan_oid, position),
  constraint billing_plan_asset_fee_amount_key unique (billing_plan_oid, from_amount)
);

-- Who is paid what part of what a plan collects; without a row the firm alone.
create table billing_plan_split (
  billing_plan_oid bigint not null references billing_plan,
  position integer not null check (position >= 1),
  payee text collate "C" not null,
  percent numeric not null check (percent between 0 and 100),
  primary key (billing_plan_oid, position),
  constraint billing_plan_split_payee_key unique (billing_plan_oid, payee)
);

-- Households: groups of a firm's accounts, each on some days. (docs/households.md)
create table household (
  household_oid bigint primary key,
  firm_oid bigint not null references firm,
  name text collate "C" not null check (char_length(name) between 1 and 40),
  constraint household_name_key unique (firm_oid, name)
);

comment on constraint household_name_key on household is 'household.unique.rule';
