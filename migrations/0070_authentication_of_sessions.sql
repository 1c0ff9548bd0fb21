-- When a provider says that the person proved who it is; of sessions that began by a link null.
alter table console_session add column authenticated_at timestamptz(3);
