-- Computed days packed by quarter: without loss, a row where there were sixty. (interface 2.12)

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

-- A figure has at most 16 bytes here. A unit from 2^127 × 10^-18, about 1.7 × 10^20, on has more: the
-- statement then fails with "bigint out of range", and the store stays as it was. Only valuations that
-- are wrong by many digits lead to such a unit; they are to be corrected under the release before.
insert into performance_quarter (account_number, folio_number, quarter_on, packed, flows)
select q.account_number, q.folio_number, q.quarter_on,
  q.heads || columns.widths || columns.packed, q.flows
from (
  select account_number, folio_number, quarter_on,
    substring(int4send(count(*)::integer) from 4)
      || string_agg(substring(int4send(valued_on - quarter_on) from 4), ''::bytea order by valued_on)
      || string_agg(substring(int4send(flags) from 4), ''::bytea order by valued_on) as heads,
    array_agg(market_value * 100 order by valued_on) as market_values,
    array_agg(accrued * 100 order by valued_on) as accruals,
    array_agg(cash_flows * 100 order by valued_on) as cash_flows,
    array_agg(security_flows * 100 order by valued_on) as security_flows,
    array_agg(fees * 100 order by valued_on) as fees,
    array_agg(coalesce(gross, 0) * 1e18 order by valued_on) as units,
    array_agg(coalesce(gross - net, 0) * 1e18 order by valued_on) as net_units,
    array_agg(coalesce(gross_return, 0) * 1e5 order by valued_on) as returns,
    array_agg(coalesce(gross_return - net_return, 0) * 1e5 order by valued_on) as net_returns,
    jsonb_object_agg(valued_on, round(cash_flows + security_flows, 2)::text)
      filter (where cash_flows + security_flows <> 0) as flows
  from (
    select *, date_trunc('quarter', valued_on::timestamp)::date as quarter_on,
      is_estimated::integer + 2 * is_brought::integer + 4 * (gross is not null)::integer
        + 8 * (gross_return is not null)::integer as flags
    from performance_day) as day
  group by account_number, folio_number, quarter_on) as q
  cross join lateral (
    select string_agg(substring(int4send(width) from 4), ''::bytea order by place) as widths,
      string_agg(coalesce(bytes, ''), ''::bytea order by place) as packed
    from (values (1, q.market_values), (2, q.accruals), (3, q.cash_flows), (4, q.security_flows),
        (5, q.fees), (6, q.units), (7, q.net_units), (8, q.returns), (9, q.net_returns))
        as named (place, figures)
      cross join lateral (
        select min(figure) as least, max(figure) as most from unnest(figures) as figure) as bounds
      cross join lateral (
        select coalesce(min(n), 16) as width from generate_series(0, 15) as n
        where case when n = 0 then least = 0 and most = 0
          else least >= -(2::numeric ^ (8 * n - 1)) and most < 2::numeric ^ (8 * n - 1) end) as wide
      cross join lateral (
        select string_agg(substring(
            int8send(div(figure - low, 18446744073709551616)::bigint)
              || int8send((low - case when low >= 9223372036854775808
                then 18446744073709551616 else 0 end)::bigint)
            from 17 - width for width), ''::bytea order by at) as bytes
        from unnest(figures) with ordinality as each (figure, at)
          cross join lateral (
            select mod(mod(figure, 18446744073709551616) + 18446744073709551616,
              18446744073709551616) as low) as parts) as written) as columns;

-- What is computed is kept once: unit_value holds what another system brought.
delete from unit_value as u using performance_day as p
where p.account_number = u.account_number and p.folio_number = u.folio_number
  and p.valued_on = u.valued_on and not p.is_brought;

drop table performance_day;
