-- Signed customer agreements, and the items that wait for a member's attention. (interface 2.1, 3)

-- An e-sign record: the writer may insert and select, nothing else.
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

create table item_for_attention (
  account_number text collate "C" not null references account,
  ifa_id bigint not null check (ifa_id > 0),
  login_id text collate "C" not null references member,
  ifa_type text collate "C" not null,
  ifa_status text collate "C" not null,
  target_oid text collate "C",
  views_remaining integer check (views_remaining >= 0),
  start_on date not null,
  expires_on date,
  primary key (account_number, ifa_id),
  constraint item_for_attention_days check (start_on <= expires_on)
);

create index item_for_attention_login_id on item_for_attention (account_number, login_id, ifa_type);
