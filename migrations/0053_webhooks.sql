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
