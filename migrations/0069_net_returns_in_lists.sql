-- Lists of accounts show returns net of fees, as an account's own page does. (interface 6)

-- A figure of a packed quarter, as 0067 describes it.
create function packed_figure(packed bytea, figure_column integer, at integer) returns numeric
language sql immutable as $$
  with head as (select get_byte(packed, 0) as days),
  place as (
    select get_byte(packed, 2 * days + figure_column) as width,
      2 * days + 10 + days * coalesce((select sum(get_byte(packed, 2 * days + before))::integer
        from generate_series(1, figure_column - 1) as before), 0) as begins
    from head)
  select coalesce((
      select sum(get_byte(packed, begins + at * width + byte) * 256::numeric ^ (width - 1 - byte))
      from generate_series(0, width - 1) as byte), 0)
    - case when width > 0 and get_byte(packed, begins + at * width) >= 128
      then 256::numeric ^ width else 0 end
  from place
$$;

-- A year that began without units of the account's own, or in which everything was lost, is left to the
-- next change of the series.
update account set day_return = known.day_return, year_return = known.year_return
from (
  select day.account_number,
    case when get_byte(day.packed, 2 * get_byte(day.packed, 0)) & 8 <> 0
      then round((packed_figure(day.packed, 8, day.at) - packed_figure(day.packed, 9, day.at)) / 1e5, 5)
      end as day_return,
    case when start.unit > 0 and day.unit > 0
      then round((day.unit - start.unit) * 100 / start.unit, 5) end as year_return
  from (
    select a.account_number, q.packed, a.valued_on, get_byte(q.packed, 0) - 1 as at,
      round((packed_figure(q.packed, 6, get_byte(q.packed, 0) - 1)
        - packed_figure(q.packed, 7, get_byte(q.packed, 0) - 1)) / 1e18, 5) as unit
    from account as a
      join performance_quarter as q on q.account_number = a.account_number
        and q.folio_number = '' and q.last_on = a.valued_on) as day
    left join lateral (
      -- The last day before the year; else the first of all, after whose flows units begin at 100.
      select case
          when q.quarter_on < date_trunc('year', day.valued_on::timestamp)
            then round((packed_figure(q.packed, 6, get_byte(q.packed, 0) - 1)
              - packed_figure(q.packed, 7, get_byte(q.packed, 0) - 1)) / 1e18, 5)
          when get_byte(q.packed, get_byte(q.packed, 0) + 1) & 2 <> 0 then null
          when packed_figure(q.packed, 3, 0) + packed_figure(q.packed, 4, 0) <> 0 then 100
          else round((packed_figure(q.packed, 6, 0) - packed_figure(q.packed, 7, 0)) / 1e18, 5)
        end as unit
      from performance_quarter as q
      where q.account_number = day.account_number and q.folio_number = ''
      order by q.quarter_on < date_trunc('year', day.valued_on::timestamp) desc,
        case when q.quarter_on < date_trunc('year', day.valued_on::timestamp)
          then date '2000-01-01' - q.quarter_on else q.quarter_on - date '2000-01-01' end
      limit 1) as start on true) as known
where known.account_number = account.account_number;

drop function packed_figure;
