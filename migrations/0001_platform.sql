-- What the service keeps for itself: the audit chains, the results of keyed requests, the
-- signatures that were used, and facts about the store. Everything that belongs to a subject is
-- keyed by it first; an account's subject is its number.

create table store_property (
  name text collate "C" primary key,
  value text not null
);

-- Append only: the writer may insert and select, nothing else.
create table audit_entry (
  subject text collate "C" not null,
  sequence bigint not null check (sequence >= 1),
  occurred_at timestamptz not null,
  operation text collate "C" not null,
  -- json, not jsonb: the MAC covers these bytes.
  caller json not null,
  request_id text collate "C" not null,
  address text collate "C" not null,
  detail json not null,
  mac bytea not null check (length(mac) = 32),
  primary key (subject, sequence)
);

-- The last entry of each chain, so that a removed tail is noticed.
create table audit_head (
  subject text collate "C" primary key,
  -- 0 and an empty MAC only while the transaction that writes the first entry is open.
  sequence bigint not null check (sequence >= 0),
  mac bytea not null check (length(mac) = 32 or (sequence = 0 and length(mac) = 0))
);

create table idempotency_result (
  subject text collate "C" not null,
  api_user_id bigint not null,
  idempotency_key text collate "C" not null check (length(idempotency_key) between 1 and 255),
  fingerprint bytea not null,
  value json not null,
  created_at timestamptz not null,
  primary key (subject, api_user_id, idempotency_key)
);

create index idempotency_result_created_at on idempotency_result (created_at);

create table used_signature (
  subject text collate "C" not null,
  signature_hash bytea not null,
  expires_at timestamptz not null,
  primary key (subject, signature_hash)
);

create index used_signature_expires_at on used_signature (expires_at);
