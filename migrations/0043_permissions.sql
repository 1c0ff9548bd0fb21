-- What members who do not own an account may do with it, and who opened it.
alter table account
  -- Null where nobody was named who opened it; its primary owner then counts as its creator.
  add column opened_by_login_id text collate "C" references member;

alter table account_permitted_login
  add column permission text collate "C" not null default 'DV',
  add column alert_level text collate "C" not null default 'none',
  add column list_on_report boolean not null default false,
  add constraint account_permitted_login_permission
    check (permission in ('SV', 'DV', 'MM', 'TR', 'TM', 'AM')),
  add constraint account_permitted_login_alert
    check (alert_level = 'all' or (alert_level in ('limited', 'none') and permission <> 'AM'));

comment on constraint account_permitted_login_alert on account_permitted_login is
  'account.permission.alert.level.rule';
