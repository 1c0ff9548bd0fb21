-- What serves callers beside the interface: webhooks, the console's sessions, and the loads that were
-- stored. These tables refer to none, since they lie on the coordinator of a store that is spread.

-- Where firms have events sent. A secret is sealed together with its firm and its address: a row that
-- was altered past the service sends nothing.
create table webhook (
  webhook_id bigint primary key,
  firm_oid bigint not null,
  url text collate "C" not null,
  -- The types that are sent; null is all of them.
  types text[] collate "C",
  description text collate "C",
  status text collate "C" not null
    constraint webhook_status check (status in ('active', 'paused', 'disabled')),
  secret_sealed bytea not null,
  secret_at timestamptz(3) not null,
  -- The secret before, which signs as well until the change is over.
  earlier_secret_sealed bytea,
  earlier_secret_until timestamptz(3),
  created_at timestamptz(3) not null,
  -- The life of the store in which it was made or last set going: one that was restored is paused.
  epoch text collate "C" not null,
  -- The position of the feed up to which its deliveries are made.
  read_to bigint not null,
  -- Since when every attempt has failed.
  failing_since timestamptz(3),
  constraint webhook_earlier_secret
    check ((earlier_secret_sealed is null) = (earlier_secret_until is null))
);
create index webhook_firm_idx on webhook (firm_oid);

-- What is sent, and what became of it. An event has the same id here as in the feed.
create table webhook_delivery (
  webhook_id bigint not null,
  delivery_id bigint not null,
  event_subject text collate "C" not null,
  event_sequence bigint not null,
  event_place smallint not null,
  -- Where it stood in the feed when it was made a delivery.
  position bigint not null,
  type text collate "C" not null,
  status text collate "C" not null constraint webhook_delivery_status
    check (status in ('pending', 'requested', 'delivered', 'undelivered', 'withheld')),
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  -- When no further attempt is made.
  give_up_at timestamptz(3) not null,
  last_attempt_at timestamptz(3),
  last_status smallint,
  last_fault text collate "C",
  primary key (webhook_id, delivery_id)
);
create index webhook_delivery_pending_idx
  on webhook_delivery (webhook_id, event_subject, event_sequence, event_place)
  where status = 'pending';
create index webhook_delivery_requested_idx on webhook_delivery (webhook_id)
  where status = 'requested';
create index webhook_delivery_position_idx on webhook_delivery (webhook_id, position);
create index webhook_delivery_created_idx on webhook_delivery (created_at);

-- Signing in to the console: links that are good once, and sessions. The hash of a secret is keyed
-- and covers what its row says of whom and since when, so that an altered row proves nobody.
create table console_link (
  link_id bigint primary key check (link_id > 0),
  api_user_id bigint not null,
  login_id text collate "C" not null,
  created_at timestamptz(3) not null,
  -- The administrator who made it in a session, and who could use it as well; null of one by command.
  made_by text collate "C",
  secret_hash bytea not null,
  used_at timestamptz(3)
);
create index console_link_login_id on console_link (login_id);

create table console_session (
  session_id bigint primary key check (session_id > 0),
  api_user_id bigint not null,
  login_id text collate "C" not null,
  started_at timestamptz(3) not null,
  -- To the minute: it is not written for each request.
  last_used_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- When a provider says that the person proved who it is; of sessions that began by a link null.
  authenticated_at timestamptz(3),
  -- The maker of the link by which it began, or by which its identity was bound.
  linked_by text collate "C",
  secret_hash bytea not null,
  constraint console_session_order check (last_used_at >= started_at)
);
create index console_session_login_id on console_session (login_id);
create index console_session_linked_by on console_session (linked_by) where linked_by is not null;

-- Who signs in to the console by a provider of OpenID Connect. The hash is keyed and covers the whole
-- row, so that one that was written past the service binds nobody.
create table console_identity (
  issuer text collate "C" not null,
  provider_subject text collate "C" not null,
  api_user_id bigint not null,
  login_id text collate "C" not null,
  bound_at timestamptz(3) not null,
  -- The maker of the link that bound it.
  linked_by text collate "C",
  -- Kept, so that an e-mail address does not bind it again.
  withdrawn_at timestamptz(3),
  row_hash bytea not null,
  primary key (issuer, provider_subject),
  constraint console_identity_person unique (issuer, login_id)
);
create index console_identity_login_id on console_identity (login_id);

-- The loads that were stored, as the back office lists them. (docs/console.md)
create table folder_load (
  load_id bigint primary key,
  -- The firm whose caller sent it; null for a command.
  firm_oid bigint,
  actor jsonb not null,
  started_at timestamptz(3) not null,
  row_count integer not null constraint folder_load_rows check (row_count >= 0),
  -- What it has changed, by file, and of a load by request the first changes themselves.
  report jsonb not null
);
create index folder_load_firm_idx on folder_load (firm_oid, load_id);

-- Imports of custodians' files, as they are listed and undone. The id is that of the load. (docs/importing.md)
create table custodian_import (
  import_id bigint primary key,
  firm_oid bigint not null,
  profile text collate "C" not null,
  actor jsonb not null,
  started_at timestamptz(3) not null,
  transaction_count integer not null
    constraint custodian_import_transactions check (transaction_count >= 0),
  -- Its files with their hashes, the accounts that it opened, and its notices.
  report jsonb not null,
  -- The load that has cancelled what it brought.
  undone_by bigint,
  undone_at timestamptz(3),
  constraint custodian_import_undone check ((undone_by is null) = (undone_at is null))
);
create index custodian_import_firm_idx on custodian_import (firm_oid, import_id);

-- What a person has answered about a firm's files of a profile, and which folio an account of the custodian is:
-- the next import does not ask again.
create table import_answer (
  firm_oid bigint not null,
  profile text collate "C" not null,
  about text collate "C" not null,
  word text collate "C" not null,
  answer text collate "C" not null,
  primary key (firm_oid, profile, about, word)
);

-- Imports that were prepared by request, until they are released or discarded. (docs/importing.md)
create table prepared_import (
  import_id bigint primary key,
  firm_oid bigint not null,
  profile text collate "C" not null,
  import_status text collate "C" not null constraint prepared_import_status
    check (import_status in ('OPEN', 'READY', 'RELEASED', 'DISCARDED', 'EXPIRED')),
  -- The day of files that do not say theirs, and the one up to which rows are left out.
  stated_on date,
  since date,
  answers jsonb not null,
  accounts jsonb not null,
  -- What the last check has found.
  report jsonb not null,
  -- Of what was sent and what it becomes: a release names what was reviewed.
  digest text collate "C" not null constraint prepared_import_digest
    check (digest ~ '^[0-9a-f]{64}$'),
  is_by_operator boolean not null,
  prepared_by text collate "C" not null,
  -- Everybody who has completed it.
  completed_by jsonb not null,
  prepared_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  decided_by text collate "C",
  decided_at timestamptz(3),
  -- The load that it has become; null too where its files brought nothing new.
  load_id bigint,
  constraint prepared_import_decided
    check ((decided_at is null) = (import_status in ('OPEN', 'READY'))),
  -- What was said of clients goes with the decision.
  constraint prepared_import_cleared
    check (decided_at is null or (answers = '[]'::jsonb and accounts = '[]'::jsonb)),
  constraint prepared_import_load check (load_id is null or import_status = 'RELEASED')
);
create index prepared_import_firm_idx on prepared_import (firm_oid, import_id);
create index prepared_import_undecided_idx on prepared_import (prepared_at)
  where import_status in ('OPEN', 'READY');

-- Its files. They go as soon as it is decided.
create table prepared_import_file (
  import_id bigint not null,
  name text collate "C" not null,
  content bytea not null check (length(content) > 0),
  content_sha256 bytea not null,
  primary key (import_id, name),
  constraint prepared_import_file_content check (content_sha256 = sha256(content))
);
