-- Who signs in to the console by a provider of OpenID Connect. The hash is keyed and covers the whole
-- row, so that one that was written past the service binds nobody.
create table console_identity (
  issuer text collate "C" not null,
  provider_subject text collate "C" not null,
  api_user_id bigint not null,
  login_id text collate "C" not null,
  bound_at timestamptz(3) not null,
  -- Kept, so that an e-mail address does not bind it again.
  withdrawn_at timestamptz(3),
  row_hash bytea not null,
  primary key (issuer, provider_subject),
  constraint console_identity_person unique (issuer, login_id)
);
create index console_identity_login_id on console_identity (login_id);
