-- What tax papers show of the firm that pays: its tax id, sealed like those of members, and its address.
alter table firm
  add column tid_sealed bytea,
  add column tid_hash bytea,
  add column address jsonb,
  add constraint firm_tid_whole check ((tid_sealed is null) = (tid_hash is null));
