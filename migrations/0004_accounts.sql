-- Accounts and the records that belong to one account; each key begins with the account number.

create table account (
  account_number text collate "C" primary key,
  -- An account belongs to the firm of its primary owner.
  firm_oid bigint not null references firm,
  primary_owner_login_id text collate "C" not null,
  -- The client firm that owns it, where no person does.
  client_firm_oid bigint,
  -- Null where nobody was named who opened it; its primary owner then counts as its creator.
  opened_by_login_id text collate "C" references member,
  opened_on date not null,
  account_name text collate "C" not null,
  account_type text collate "C" not null,
  billing_plan_oid bigint,
  default_tax_lot_selection text collate "C" not null,
  long_term_tax_rate numeric check (long_term_tax_rate between 0 and 100),
  short_term_tax_rate numeric check (short_term_tax_rate between 0 and 100),
  init_contribution_date date,
  -- The day from which each fund of a taxable account is averaged.
  funds_averaged_from date,
  w9_backup_withholding boolean not null,
  minor jsonb,
  minor_ssn_sealed bytea,
  minor_ssn_hash bytea,
  minor_ssn_last4 text collate "C",
  -- What lists of accounts search and sort by, kept beside each account so that a list of very many is
  -- answered from one table (interface 6): the number, the name and the owners' names in small letters,
  -- one a line;
  search_text text collate "C" not null default '',
  -- the last computed day of the account as a whole, what it was worth then, and its returns net of
  -- fees of that day and since the end of the year before; null while not known.
  valued_on date,
  market_value numeric,
  day_return numeric,
  year_return numeric,
  constraint account_number_form check (account_number ~ '^R[A-Z0-9]{8,9}$'),
  constraint account_primary_owner foreign key (primary_owner_login_id, firm_oid)
    references member (login_id, firm_oid),
  constraint account_client_firm foreign key (client_firm_oid) references firm,
  constraint account_billing_plan foreign key (billing_plan_oid, firm_oid)
    references billing_plan (billing_plan_oid, firm_oid),
  -- Average cost for retirement accounts, any other method for taxable ones (interface 2.2).
  constraint account_tax_lot_selection check (
    (account_type in ('9', 'P', 'Q', 'R', 'S')) = (default_tax_lot_selection = 'AVGC')),
  constraint account_tax_rates_taxable check (
    account_type not in ('9', 'P', 'Q', 'R', 'S')
    or (long_term_tax_rate is null and short_term_tax_rate is null)),
  constraint account_init_contribution check (
    account_type = '9' or init_contribution_date is null),
  constraint account_funds_averaged check (
    account_type not in ('9', 'P', 'Q', 'R', 'S') or funds_averaged_from is null),
  constraint account_minor_ssn_whole check (
    (minor_ssn_sealed is null) = (minor_ssn_hash is null)
    and (minor_ssn_sealed is null) = (minor_ssn_last4 is null)
    and (minor is not null or minor_ssn_sealed is null))
);

create index account_firm_oid on account (firm_oid, account_number);
create index account_primary_owner_login_id on account (primary_owner_login_id, account_number);
create index account_client_firm_oid on account (client_firm_oid)
  where client_firm_oid is not null;
create index account_opened_by_login_id on account (opened_by_login_id, account_number);

-- Each constraint that backs an error code names it, so that the store itself says which rule a
-- refused row has broken; the rule, in the resource's source, names the constraint.
comment on constraint account_billing_plan on account is 'account.billing.plan.rule';
comment on constraint account_tax_lot_selection on account is 'account.tax.lot.selection.rule';
comment on constraint account_tax_rates_taxable on account is
  'account.not.applicable.long.term.tax.rate, account.not.applicable.short.term.tax.rate';
comment on constraint account_init_contribution on account is
  'account.not.applicable.init.contribution.date';

-- Position 1 is the primary owner.
create table account_owner (
  account_number text collate "C" not null references account,
  position integer not null check (position >= 1),
  login_id text collate "C" not null references member,
  primary key (account_number, position),
  constraint account_owner_once unique (account_number, login_id)
);

create index account_owner_login_id on account_owner (login_id, account_number);

-- What members who do not own an account may do with it.
create table account_permitted_login (
  account_number text collate "C" not null references account,
  login_id text collate "C" not null references member,
  permission text collate "C" not null default 'DV',
  alert_level text collate "C" not null default 'none',
  list_on_report boolean not null default false,
  -- Whether the firm gave the level by request: a load leaves it as it is.
  by_request boolean not null default false,
  primary key (account_number, login_id),
  constraint account_permitted_login_permission
    check (permission in ('SV', 'DV', 'MM', 'TR', 'TM', 'AM')),
  constraint account_permitted_login_alert
    check (alert_level = 'all' or (alert_level in ('limited', 'none') and permission <> 'AM'))
);

create index account_permitted_login_login_id on account_permitted_login (login_id, account_number);

comment on constraint account_permitted_login_alert on account_permitted_login is
  'account.permission.alert.level.rule';

create table account_trustee (
  account_number text collate "C" not null references account,
  position integer not null check (position >= 1),
  login_id text collate "C" not null references member,
  primary key (account_number, position),
  constraint account_trustee_once unique (account_number, login_id)
);

create index account_trustee_login_id on account_trustee (login_id);

-- Holds the unique account rule, which spans accounts: one row per owner, keyed by the owner.
create table account_name (
  login_id text collate "C" not null references member,
  folded_name text collate "C" not null,
  account_number text collate "C" not null,
  constraint account_name_key primary key (login_id, folded_name)
);

create index account_name_account_number on account_name (account_number);

comment on constraint account_name_key on account_name is 'account.unique.rule';

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

comment on constraint trusted_contact_reachable on trusted_contact is
  'account.trusted.contact.reach.rule';

create table exclusion (
  account_number text collate "C" not null references account,
  -- OWNER: it follows from the companies of an owner, apart from the account's own exclusions.
  kind text collate "C" not null
    constraint exclusion_kind_check check (kind in ('SECURITY', 'ISSUE', 'SECTOR', 'OWNER')),
  position integer not null check (position >= 1),
  value text collate "C" not null,
  start_on date,
  end_on date,
  primary key (account_number, kind, position),
  constraint exclusion_days check (start_on <= end_on)
);

comment on constraint exclusion_days on exclusion is 'account.exclusion.date.rule';

create table folio (
  account_number text collate "C" not null references account,
  folio_number text collate "C" not null,
  name text collate "C" not null,
  folio_type text collate "C" not null,
  status text collate "C" not null default 'O',
  benchmark text collate "C",
  dividend_reinvest boolean not null default false,
  dividend_pay_to_account boolean not null default true,
  -- Where its raw performance data comes from: computed from its transactions, or loaded. Null until
  -- it has either.
  performance_source text collate "C"
    constraint folio_performance_source check (performance_source in ('computed', 'loaded')),
  primary key (account_number, folio_number),
  constraint folio_of_account check (folio_number ~ ('^' || account_number || '[0-9]{2}$')),
  constraint folio_status check (status in ('O', 'C')),
  constraint folio_closed check (status = 'O' or folio_type = 'folio')
);

comment on constraint folio_closed on folio is 'folio.fixed.rule';

-- Restrictions on accounts; a lifted one stays with the day it was lifted. (interface 2.10)
create table restriction (
  account_number text collate "C" not null references account,
  restriction_id bigint not null check (restriction_id > 0),
  reason_code text collate "C" not null,
  type_code text collate "C" not null,
  inception_info text check (char_length(inception_info) <= 255),
  created_at timestamptz(3) not null,
  lifted_at timestamptz(3),
  primary key (account_number, restriction_id)
);

-- One restriction of a type and reason in force at a time.
create unique index restriction_in_force_key
  on restriction (account_number, reason_code, type_code)
  where lifted_at is null;

comment on index restriction_in_force_key is 'restriction.unique.rule';

-- An e-sign record of a signed customer agreement: the writer may insert and select, nothing else.
-- (interface 2.1)
create table customer_agreement (
  account_number text collate "C" not null references account,
  agreement_id bigint not null check (agreement_id > 0),
  login_id text collate "C" not null references member,
  method text collate "C" not null check (method in ('SIGNATURE_IMAGE', 'SIGNED_PDF')),
  image_encoding text collate "C",
  content bytea not null check (length(content) > 0),
  content_sha256 bytea not null check (content_sha256 = sha256(content)),
  w9_withhold boolean,
  -- Who sent it: the API user, the member logged in or acted for, and from where.
  api_user_id bigint not null references api_user,
  caller_login_id text collate "C" references member,
  request_id text collate "C" not null,
  address text collate "C" not null,
  signed_at timestamptz(3) not null,
  primary key (account_number, agreement_id),
  constraint customer_agreement_encoding check (
    (method = 'SIGNATURE_IMAGE') = (image_encoding is not null))
);

create index customer_agreement_login_id on customer_agreement (account_number, login_id);

-- Items that wait for a member's attention. (interface 3)
create table item_for_attention (
  account_number text collate "C" not null references account,
  ifa_id bigint not null check (ifa_id > 0),
  login_id text collate "C" not null references member,
  ifa_type text collate "C" not null,
  ifa_status text collate "C" not null,
  target_oid text collate "C",
  -- Null where the type says it.
  title text collate "C",
  text text collate "C",
  force_view boolean,
  force_response boolean,
  views_remaining integer check (views_remaining >= 0),
  number_of_views integer not null default 0 check (number_of_views >= 0),
  start_on date not null,
  expires_on date,
  viewed_at timestamptz(3),
  acted_at timestamptz(3),
  -- The member who acted, where one was logged in.
  actor_oid bigint,
  primary key (account_number, ifa_id),
  constraint item_for_attention_days check (start_on <= expires_on)
);

create index item_for_attention_login_id on item_for_attention (account_number, login_id, ifa_type);
create index item_for_attention_member on item_for_attention (login_id);

-- An e-sign record of an item agreed with a signature: the writer may insert and select, nothing else.
create table item_signature (
  account_number text collate "C" not null,
  ifa_id bigint not null,
  method text collate "C" not null check (method in ('SIGNATURE_IMAGE', 'SIGNED_PDF')),
  image_encoding text collate "C",
  content bytea not null check (length(content) > 0),
  content_sha256 bytea not null check (content_sha256 = sha256(content)),
  backup_withholding boolean,
  api_user_id bigint not null references api_user,
  caller_login_id text collate "C" references member,
  request_id text collate "C" not null,
  address text collate "C" not null,
  signed_at timestamptz(3) not null,
  primary key (account_number, ifa_id),
  constraint item_signature_of_item foreign key (account_number, ifa_id)
    references item_for_attention,
  constraint item_signature_encoding check (
    (method = 'SIGNATURE_IMAGE') = (image_encoding is not null))
);

-- How many bytes of signatures each firm has stored, so that its quota is checked without reading
-- them; in sixteen parts by account, so that its signatures do not wait for one row. In a store that is
-- spread it lies on the coordinator alone: on every node, each signing would hold the table of firms
-- for itself. A table there refers to none that others have.
create table firm_stored_bytes (
  firm_oid bigint not null,
  part smallint not null,
  bytes bigint not null,
  primary key (firm_oid, part),
  constraint firm_stored_bytes_part check (part between 0 and 15),
  constraint firm_stored_bytes_count check (bytes >= 0)
);

-- The households of an account, each on some days.
create table household_account (
  account_number text collate "C" not null references account,
  household_oid bigint not null references household,
  from_on date not null check (from_on >= '1900-01-01'),
  -- The last day; the day before the first where the account was taken out on its first.
  to_on date,
  primary key (account_number, household_oid, from_on),
  constraint household_account_days check (to_on >= from_on - 1)
);

create index household_account_of_household on household_account (household_oid);

-- Of two changes at once one has the account.
create unique index household_account_open_key on household_account (account_number)
  where to_on is null;

comment on index household_account_open_key is 'household.account.rule';
