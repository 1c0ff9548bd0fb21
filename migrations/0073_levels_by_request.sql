-- Levels that a firm gave by request: a load leaves them as they are. One of any other level than the
-- usual one can only have been given so.
alter table account_permitted_login add column by_request boolean not null default false;

update account_permitted_login set by_request = true
where permission <> 'DV' or alert_level <> 'none' or list_on_report;
