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
  -- Fees only lower performance.
  constraint unit_value_order check (net >= 0 and gross >= net),
  -- What lies below fits into the 8 bytes of a packed value.
  constraint unit_value_most check (gross <= 1000000000000)
);

-- Unit values packed for reading: a quarter a row, derived from the rows of unit_value in the same
-- transaction in which those change. (interface 4.12, 4.13)
create table unit_value_quarter (
  account_number text collate "C" not null references account,
  -- Empty for the value of the account as a whole.
  folio_number text collate "C" not null,
  -- The first day of the quarter.
  quarter_on date not null check (
    extract(day from quarter_on) = 1 and extract(month from quarter_on) in (1, 4, 7, 10)),
  -- 20 bytes a day, oldest first, each number big-endian: the day in 4 bytes from 2000-01-01 on,
  -- then gross and net in 8 bytes, in units of 0.00001, rounded half to even.
  packed bytea not null check (length(packed) > 0 and length(packed) % 20 = 0),
  -- What tells that a quarter changed, and its last day, without its values.
  digest bytea not null generated always as (sha256(packed)) stored,
  last_on date not null generated always as (
    date '2000-01-01'
      + ('x' || encode(substring(packed from length(packed) - 19 for 4), 'hex'))::bit(32)::integer
  ) stored,
  primary key (account_number, folio_number, quarter_on)
);

-- Computed days packed by quarter, without loss. No foreign key: they are written under the lock of
-- their account's row, and no account is ever removed.
create table performance_quarter (
  account_number text collate "C" not null,
  -- Empty for the account as a whole.
  folio_number text collate "C" not null,
  -- The first day of the quarter.
  quarter_on date not null,
  -- The number of days in one byte. Of each day its distance from the first of the quarter, then flags
  -- (1 estimated, 2 the last of an imported history, 4 with units, 8 with returns), a byte each. Then
  -- the widths of nine columns, a byte each, and the columns: market value, accrued, cash flows,
  -- security flows and fees in cents, the gross unit and what it is above the net one in 10^-18, the
  -- gross return and what it is above the net one in 10^-5 percent; big-endian in two's complement. A
  -- column of zeros has no width.
  packed bytea not null,
  -- The external flows of those days that have any, summed up over accounts without their days.
  flows jsonb,
  last_on date not null generated always as
    (quarter_on + get_byte(packed, get_byte(packed, 0))) stored,
  primary key (account_number, folio_number, quarter_on),
  constraint performance_quarter_begins check (
    extract(day from quarter_on) = 1 and extract(month from quarter_on) in (1, 4, 7, 10)),
  constraint performance_quarter_days check (get_byte(packed, 0) between 1 and 92),
  constraint performance_quarter_folio_of_account check (
    folio_number = '' or folio_number ~ ('^' || account_number || '[0-9]{2}$'))
);

-- A quarter with fees on many days has more than the 2 kB from which rows are compressed, which would
-- cost more than the place it saves.
alter table performance_quarter set (toast_tuple_target = 8160);
