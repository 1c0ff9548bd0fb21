-- What tells that a quarter of unit values changed, and its last day, without its values.

alter table unit_value_quarter
  add column digest bytea not null generated always as (sha256(packed)) stored,
  add column last_on date not null generated always as (
    date '2000-01-01'
      + ('x' || encode(substring(packed from length(packed) - 19 for 4), 'hex'))::bit(32)::integer
  ) stored;
