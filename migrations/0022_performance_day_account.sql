-- A computed day is written under the lock of its account's row, and no account is ever removed:
-- one check of that row holds for all days, where a foreign key asks for it once a day.
alter table performance_day drop constraint performance_day_account_number_fkey;
