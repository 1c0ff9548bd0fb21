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
  primary key (account_number, folio_number, quarter_on)
);

-- What lies below fits into 8 bytes with 5 places.
alter table unit_value add constraint unit_value_most check (gross <= 1000000000000);

-- A day's account is held by its quarter's row, which is written whenever a day is: one check for
-- sixty.
alter table unit_value drop constraint unit_value_account_number_fkey;

insert into unit_value_quarter (account_number, folio_number, quarter_on, packed)
select account_number, folio_number, date_trunc('quarter', valued_on::timestamp)::date,
  string_agg(int4send(valued_on - date '2000-01-01')
    || int8send((100000 * case when gross - trunc(gross, 5) = 0.000005
      then trunc(gross, 5) + mod(trunc(gross, 5), 0.00002) else round(gross, 5) end)::bigint)
    || int8send((100000 * case when net - trunc(net, 5) = 0.000005
      then trunc(net, 5) + mod(trunc(net, 5), 0.00002) else round(net, 5) end)::bigint),
    ''::bytea order by valued_on)
from unit_value
group by 1, 2, 3;
