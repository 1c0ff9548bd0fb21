-- Reference data about people: firms, their members, who may call, what is billed, and securities.

create table firm (
  firm_oid bigint primary key check (firm_oid > 0),
  partner_code text collate "C" not null,
  name text collate "C" not null,
  kind text collate "C" not null check (kind in ('operator', 'institutional', 'issuing')),
  state text collate "C",
  billing_level text collate "C" not null check (billing_level in ('account', 'member')),
  under_contract boolean not null,
  -- No foreign key: an account is no reference data and may live on another machine.
  issuer_account_number text collate "C",
  program_oids bigint[] not null,
  constraint firm_partner_code_key unique (partner_code)
);

create table member (
  login_id text collate "C" primary key,
  member_oid bigint not null check (member_oid > 0),
  firm_oid bigint not null references firm,
  membership_type text collate "C" not null check (membership_type in ('client', 'staff')),
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  date_of_birth date,
  tid_sealed bytea,
  tid_hash bytea,
  tid_last4 text collate "C",
  email text collate "C",
  primary_address jsonb,
  telephones jsonb not null default '[]',
  employment_status text collate "C",
  citizenship text collate "C",
  annual_income_range text collate "C",
  liquid_net_worth_range text collate "C",
  net_worth_range text collate "C",
  constraint member_oid_key unique (member_oid),
  -- Holds member.unique.ssn.rule; the hash is keyed.
  constraint member_tid_key unique (tid_hash),
  constraint member_tid_whole check (
    (tid_sealed is null) = (tid_hash is null) and (tid_sealed is null) = (tid_last4 is null)),
  constraint member_of_firm_key unique (login_id, firm_oid)
);

create index member_firm_oid on member (firm_oid);

create table api_user (
  api_user_id bigint primary key check (api_user_id > 0),
  firm_oid bigint not null references firm,
  name text collate "C" not null,
  scopes text[] collate "C" not null check (scopes <@ array['read', 'write', 'operate']),
  bound_login_id text collate "C",
  email text collate "C",
  constraint api_user_bound_member foreign key (bound_login_id, firm_oid)
    references member (login_id, firm_oid)
);

create table api_credential (
  api_key_id bigint primary key check (api_key_id > 0),
  api_user_id bigint not null references api_user,
  kind text collate "C" not null check (kind in ('token', 'signing')),
  api_key text collate "C",
  secret_sealed bytea,
  token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  bound_login_id text collate "C" references member,
  constraint api_credential_api_key_key unique (api_key),
  constraint api_credential_token_key unique (token_hash),
  constraint api_credential_whole check (
    (kind = 'signing') = (api_key is not null) and (kind = 'signing') = (secret_sealed is not null)
    and (kind = 'token') = (token_hash is not null))
);

create index api_credential_api_user_id on api_credential (api_user_id);

create table billing_plan (
  billing_plan_oid bigint primary key check (billing_plan_oid > 0),
  firm_oid bigint not null references firm,
  kind text collate "C" not null check (kind in ('advisory', 'platform', 'brokerage')),
  name text collate "C" not null,
  description text collate "C",
  constraint billing_plan_of_firm_key unique (billing_plan_oid, firm_oid)
);

create table security (
  security_id bigint primary key check (security_id > 0),
  ticker text collate "C" not null,
  cusip text collate "C",
  name text collate "C" not null,
  instrument_type text collate "C" not null,
  issuing_firm_oid bigint references firm
);

-- Tickers are unique ignoring case.
create unique index security_ticker_key on security (upper(ticker));
