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
  primary key (subject, sequence, place)
);
