-- The head of an audit chain has a MAC of its own, so that nobody without the key can name an earlier
-- entry as the last one. Heads that are here already are sealed at the next start, once.

alter table audit_head add column seal bytea check (length(seal) = 32);

-- Empty but while a new chain is begun: a start asks it whether anything is left to seal.
create index audit_head_unsealed on audit_head (subject) where seal is null;
