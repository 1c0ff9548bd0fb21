-- The one order in which all events are read. An event is pending from its change until the publisher
-- gives it a position, after the change was committed: so no reader is past a position that is still
-- to be committed.
create table event_pending (
  subject text collate "C" not null,
  sequence bigint not null,
  place smallint not null,
  primary key (subject, sequence, place)
);

insert into event_pending (subject, sequence, place) select subject, sequence, place from event;

-- One row an event, in one place, whichever nodes the events themselves lie on.
create table event_position (
  position bigint primary key check (position >= 1),
  event_subject text collate "C" not null,
  event_sequence bigint not null,
  event_place smallint not null,
  published_at timestamptz not null,
  unique (event_subject, event_sequence, event_place)
);

-- Who else sees an event: the account of a record that is told under another subject, and whoever saw
-- the record just before the change took it from their sight.
alter table event add column sight jsonb;

insert into store_property (name, value) values
  -- The last position that was given.
  ('event_position', '0'),
  -- The last position that has left the feed.
  ('event_expired', '0'),
  -- Which life of the store its positions belong to; the first publisher draws one.
  ('event_epoch', '');
