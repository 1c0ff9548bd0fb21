-- What decides the rights of a caller carries a MAC under a key that is not in the database: a row
-- that the service did not write is refused as if it did not exist. The version counts the states
-- that were sealed, so that the audit log tells which one is the last. Rows that are here already are
-- sealed at the next start, once.

alter table firm
  add column version bigint not null default 0 check (version >= 0),
  add column mac bytea check (length(mac) = 32);

alter table api_user
  add column version bigint not null default 0 check (version >= 0),
  add column mac bytea check (length(mac) = 32);

-- A token's hash is keyed; what it is made of is kept sealed, so that a change of the master key can
-- make it anew.
alter table api_credential
  add column version bigint not null default 0 check (version >= 0),
  add column mac bytea check (length(mac) = 32),
  add column token_sealed bytea,
  add constraint api_credential_token_sealed check (token_sealed is null or kind = 'token');

-- Every version that was sealed. The writer may only add to it, so that it cannot put back the row of
-- an earlier version, as that of a key before its revocation.
create table sealed_version (
  table_name text collate "C" not null,
  row_key bigint not null,
  version bigint not null,
  primary key (table_name, row_key, version)
);
