-- The address by which a person may be recognized at a first sign-in by OpenID Connect: a keyed hash
-- over the address and whose it is, and what it is made of, sealed. Neither is set by those who may
-- write an address without being administrators. (docs/adr/0026-open-id-connect.md)
alter table member
  add column sign_in_sealed bytea,
  add column sign_in_hash bytea,
  add constraint member_sign_in_whole check ((sign_in_sealed is null) = (sign_in_hash is null));
