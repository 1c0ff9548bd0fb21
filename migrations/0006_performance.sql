-- Performance series of accounts and folios: unit values that another system brought, and computed days.
-- (interface 2.11, 2.12)

create table unit_value (
  -- A day's account is held by its quarter's row, which is written whenever a day is: one check for
  -- sixty.
  account_number text collate "C" not null,
  -- Empty for the value of the account as a whole.
  folio_number text collate "C" not null,
  valued_on date not null check (valued_on >= '1900-01-01'),
  gross numeric not null,
  net numeric not null,
  -- The values lie in the key's index, so that a series is read from it alone.
  primary key (account_number, folio_number, valued_on) include (gross, net),
  constraint unit_value_folio_of_account check (
    folio_number = '' or folio_number ~ ('^' || account_number || '[0-9]{2}$')),
  -- Fees that are paid back let net rise above gross.
  constraint unit_value_least check (net >= 0 and gross >= 0),
  -- What lies above is an error, and not published either.
  constraint unit_value_most check (gross <= 1000000000000)
);

-- Unit values as they are served: a quarter a row, derived from the rows of unit_value, or from computed
-- days, in the same transaction in which those change. (interface 4.12, 4.13)
create table unit_value_quarter (
  account_number text collate "C" not null references account,
  -- Empty for the value of the account as a whole.
  folio_number text collate "C" not null,
  -- The first day of the quarter.
  quarter_on date not null check (
    extract(day from quarter_on) = 1 and extract(month from quarter_on) in (1, 4, 7, 10)),
  -- A line a day, oldest first: the day, gross and net, rounded half to even to 5 places.
  days text collate "C" not null,
  -- What tells that a quarter changed, and its last day, without its values.
  digest bytea not null generated always as (sha256(days::bytea)) stored,
  last_on date not null generated always as (make_date(
    substring(split_part(days, E'\n', -1) for 4)::integer,
    substring(split_part(days, E'\n', -1) from 6 for 2)::integer,
    substring(split_part(days, E'\n', -1) from 9 for 2)::integer)) stored,
  primary key (account_number, folio_number, quarter_on),
  constraint unit_value_quarter_days check (days ~
    '^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]+\.[0-9]{5} [0-9]+\.[0-9]{5}(\n|$))+$')
);

-- Computed days by quarter, every figure exact. No foreign key: they are written under the lock of
-- their account's row, and no account is ever removed.
create table performance_quarter (
  account_number text collate "C" not null,
  -- Empty for the account as a whole.
  folio_number text collate "C" not null,
  -- The first day of the quarter.
  quarter_on date not null,
  -- A line a day, oldest first: the day, market value, accrued, cash flows, security flows and fees, the
  -- gross and the net unit, the gross and the net return in percent; a dash for a figure that the day
  -- does not have. Cash and advances follow the fees where they are known. Then `estimated`, if a price is no close of
  -- that day, and `imported` for the last day of a history of another system.
  days text collate "C" not null,
  -- The external flows of those days that have any, summed up over accounts without their days.
  flows jsonb,
  last_on date not null generated always as (make_date(
    substring(split_part(days, E'\n', -1) for 4)::integer,
    substring(split_part(days, E'\n', -1) from 6 for 2)::integer,
    substring(split_part(days, E'\n', -1) from 9 for 2)::integer)) stored,
  primary key (account_number, folio_number, quarter_on),
  constraint performance_quarter_begins check (
    extract(day from quarter_on) = 1 and extract(month from quarter_on) in (1, 4, 7, 10)),
  constraint performance_quarter_days check (days ~ ('^([0-9]{4}-[0-9]{2}-[0-9]{2}'
    '( -?[0-9]+\.[0-9]{2}){5,7}( -| -?[0-9]+\.[0-9]{18}){2}( -| -?[0-9]+\.[0-9]{5}){2}'
    '( estimated)?( imported)?(\n|$))+$')),
  constraint performance_quarter_folio_of_account check (
    folio_number = '' or folio_number ~ ('^' || account_number || '[0-9]{2}$'))
);

-- A quarter has more than the 2 kB from which rows are compressed, which would cost more than the place
-- it saves.
alter table unit_value_quarter set (toast_tuple_target = 8160);
alter table performance_quarter set (toast_tuple_target = 8160);
