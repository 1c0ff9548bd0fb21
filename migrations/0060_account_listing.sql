-- What lists of accounts search and sort by, kept beside each account so that a list of very many is
-- answered from one table. (interface 6)
alter table account
  -- The number, the name and the owners' names in small letters, one a line.
  add column search_text text collate "C" not null default '',
  -- The last computed day of the account as a whole, what it was worth then, and its gross returns of
  -- that day and since the end of the year before; null while not known.
  add column valued_on date,
  add column market_value numeric,
  add column day_return numeric,
  add column year_return numeric;

update account set search_text = lower(account.account_number || E'\n' || account.account_name)
  || coalesce(lower(E'\n' || owners.names), '')
from account as same
  left join (
    select o.account_number, string_agg(m.first_name || ' ' || m.last_name, E'\n' order by o.position)
      as names
    from account_owner as o
      join account as a on a.account_number = o.account_number
      join member as m on m.login_id = o.login_id and m.firm_oid = a.firm_oid
    group by o.account_number) as owners on owners.account_number = same.account_number
where same.account_number = account.account_number;

-- The return since the end of the year before is left to the next change of the series where the year
-- did not begin with units of the account's own, or where it has lost everything since.
update account set valued_on = known.valued_on, market_value = known.value,
  day_return = known.day_return,
  year_return = case when not known.is_lost and known.start > 0
    then round((known.unit - known.start) * 100 / known.start, 5) end
from (
  select p.account_number, max(p.valued_on) as valued_on,
    (array_agg(p.market_value + p.accrued order by p.valued_on desc))[1] as value,
    (array_agg(p.gross_return order by p.valued_on desc))[1] as day_return,
    round((array_agg(p.gross order by p.valued_on desc))[1], 5) as unit,
    round((array_agg(p.gross order by p.valued_on desc)
      filter (where p.valued_on < date_trunc('year', last.valued_on)))[1], 5) as start,
    coalesce(bool_or(coalesce(p.net, 0) = 0)
      filter (where p.valued_on >= date_trunc('year', last.valued_on)), false) as is_lost
  from performance_day as p
    join (select account_number, max(valued_on)::timestamp as valued_on from performance_day
      where folio_number = '' group by account_number) as last
      on last.account_number = p.account_number
  where p.folio_number = ''
  group by p.account_number) as known
where known.account_number = account.account_number;
