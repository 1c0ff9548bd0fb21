-- Items for attention that are read, made and acted on through the interface.
alter table item_for_attention
  -- Null where the type says it.
  add column title text collate "C",
  add column text text collate "C",
  add column force_view boolean,
  add column force_response boolean,
  add column number_of_views integer not null default 0 check (number_of_views >= 0),
  add column viewed_at timestamptz(3),
  add column acted_at timestamptz(3),
  -- The member who acted, where one was logged in.
  add column actor_oid bigint;

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
