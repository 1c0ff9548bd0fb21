-- What the service keeps for itself: facts about the store, the audit chains, the results of keyed
-- requests, the signatures that were used, and events. Everything that belongs to a subject is keyed
-- by it first; an account's subject is its number.

create table store_property (
  name text collate "C" primary key,
  value text not null
);

insert into store_property (name, value) values
  -- The last position that was given to an event.
  ('event_position', '0'),
  -- The last position that has left the feed.
  ('event_expired', '0'),
  -- Which life of the store its positions belong to; the first publisher draws one.
  ('event_epoch', '');

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

-- Entries are written in order of time: a few bytes find those of a day.
create index audit_entry_occurred_at on audit_entry using brin (occurred_at);

-- The last entry of each chain, so that a removed tail is noticed.
create table audit_head (
  subject text collate "C" primary key,
  -- 0 and an empty MAC only while the transaction that writes the first entry is open.
  sequence bigint not null check (sequence >= 0),
  mac bytea not null check (length(mac) = 32 or (sequence = 0 and length(mac) = 0)),
  -- A MAC of its own, so that nobody without the key can name an earlier entry as the last one.
  seal bytea check (length(seal) = 32)
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

-- What changes tell those who listen. An event belongs to the audit entry of its change: subject and
-- sequence are the entry's, so that the events of one subject are in order.
create table event (
  subject text collate "C" not null,
  sequence bigint not null check (sequence >= 1),
  place smallint not null check (place >= 1),
  id bigint not null,
  type text collate "C" not null,
  occurred_at timestamptz not null,
  request_id text collate "C" not null,
  data jsonb not null,
  -- Who else sees it: the account of a record that is told under another subject, and whoever saw the
  -- record just before the change took it from their sight.
  sight jsonb,
  primary key (subject, sequence, place)
);

-- An event is pending from its change until the publisher gives it a position, after the change was
-- committed: so no reader is past a position that is still to be committed.
create table event_pending (
  subject text collate "C" not null,
  sequence bigint not null,
  place smallint not null,
  primary key (subject, sequence, place)
);

-- The one order in which all events are read: one row an event, in one place, whichever nodes the
-- events themselves lie on.
create table event_position (
  position bigint primary key check (position >= 1),
  event_subject text collate "C" not null,
  event_sequence bigint not null,
  event_place smallint not null,
  published_at timestamptz not null,
  unique (event_subject, event_sequence, event_place)
);
