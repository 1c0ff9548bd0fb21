-- Signing in to the console: links that are good once, and sessions. The hash of a secret is keyed
-- and covers what its row says of whom and since when, so that an altered row proves nobody.
create table console_link (
  link_id bigint primary key check (link_id > 0),
  api_user_id bigint not null,
  login_id text collate "C" not null,
  created_at timestamptz(3) not null,
  secret_hash bytea not null,
  used_at timestamptz(3)
);
create index console_link_login_id on console_link (login_id);

create table console_session (
  session_id bigint primary key check (session_id > 0),
  api_user_id bigint not null,
  login_id text collate "C" not null,
  started_at timestamptz(3) not null,
  -- To the minute: it is not written for each request.
  last_used_at timestamptz(3) not null,
  ended_at timestamptz(3),
  secret_hash bytea not null,
  constraint console_session_order check (last_used_at >= started_at)
);
create index console_session_login_id on console_session (login_id);
