-- Models that requests write, and the programs that show them.
create table program (
  program_oid bigint primary key check (program_oid > 0),
  name text collate "C" not null,
  description text collate "C"
);

alter table model
  -- Null where nobody is known who wrote it.
  add column ia_member_oid bigint,
  add column trade_pct_threshold numeric not null default 0
    check (trade_pct_threshold between 0 and 100),
  -- P is seen by the firms of its programs, U by its managing firm alone.
  add column published_status text collate "C" not null default 'P',
  add constraint model_published_status check (published_status in ('U', 'P'));
