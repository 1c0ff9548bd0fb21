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
