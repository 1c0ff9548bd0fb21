-- The database of the peers, as their documentation would have it: a table for each thing, typed
-- columns, keys and foreign keys. Both peers use it.
create table api_token (
  token_hash text primary key, api_user text not null, firm_oid text not null);

create table account (
  number text primary key, firm_oid text not null, name text not null, type text not null,
  billing_plan_oid text, default_tax_lot_selection text, long_term_tax_rate text,
  short_term_tax_rate text, owners text[] not null, minor jsonb, trustees jsonb not null,
  firm_id text, w9_backup_withholding boolean not null,
  is_retirement boolean not null, init_contribution_date text);

create table beneficiary (
  account_number text references account, kind text, position integer, details jsonb not null,
  primary key (account_number, kind, position));

create table trusted_contact (
  account_number text references account, position integer, first_name text not null,
  last_name text not null, relationship text, email text, telephone text, mailing_address jsonb,
  date_of_birth text,
  primary key (account_number, position));

create table exclusion (
  account_number text references account, kind text, position integer, value text not null,
  start_on date, end_on date,
  primary key (account_number, kind, position));

create table unit_value (
  account_number text references account, valued_on date, value numeric(20, 5) not null,
  primary key (account_number, valued_on));

create table reported_lot (
  account_number text references account, tax_year text, position integer, lot_id text not null,
  ticker text, cusip text, security_id text, trans_code text, term_of_sale text, covered text,
  cost_basis_indicator text, lot_relief_strategy_indicator text, originating_transaction_id text,
  originating_settled_on date, originally_acquired_on date, acquired_on date,
  closing_transaction_id text, closed_on date, closing_settled_on date, cost_basis_on date,
  ex_on date, share_quantity numeric(20, 5), sale_price numeric(20, 6),
  net_sale_amount numeric(20, 2), original_cost_basis numeric(20, 2),
  adjusted_cost_basis numeric(20, 2), disallowed_loss numeric(20, 2),
  reportable_gain_loss numeric(20, 2), federal_tax_withholding numeric(20, 2),
  state_tax_withholding numeric(20, 2), withholding_state text,
  foreign_tax_withholding numeric(20, 2), withholding_country text, statement_trail text,
  primary key (account_number, tax_year, position));

create table restriction (
  id bigint generated always as identity primary key, account_number text not null
  references account, type_code text not null, reason_code text not null, inception_info text,
  created_at timestamptz not null default now(), unique (account_number, type_code));

create table audit_entry (
  id bigint generated always as identity primary key, account_number text not null,
  api_user text not null, action text not null, detail jsonb not null,
  at timestamptz not null default now());
