-- The accounts that a member has opened are listed with those on which it is permitted. (interface 6)
create index account_opened_by_login_id on account (opened_by_login_id, account_number);
