// SQL that finds splits that closes do not show, and splits of a security and of accounts that do not agree.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { SqlPart } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { inForce, type Scope } from "./scope-queries.ts";

/** A split of a security and day, in how many accounts, and the first of them. */
export interface OddSplit {
  readonly securityId: string;
  readonly ticker: string;
  readonly on: Day;
  readonly ratioNew: Decimal;
  readonly ratioOld: Decimal;
  readonly accounts: number;
  readonly first: string;
  readonly count: number;
}

const isSplit = declared`transaction_type = 'SPL'`;

const entered = declared`entered as (
  select security_id, trade_on, ratio_new, ratio_old, count(distinct account_number)::int as accounts,
    min(account_number) as first
  from fact group by security_id, trade_on, ratio_new, ratio_old)`;

const splitColumns = declared`security_id::text as "securityId", ticker, trade_on as "on",
  trim_scale(ratio_new) as "ratioNew", trim_scale(ratio_old) as "ratioOld", accounts,
  first as "first"`;

/** A split whose closes do not move as it says. */
export interface UnseenSplit extends OddSplit {
  readonly before: Decimal;
  readonly after: Decimal;
  readonly quotient: Decimal;
  /** Whether they move as if the ratio were the other way round. */
  readonly isReversed: boolean;
}

/** Splits from 5:4 up or 4:5 down for which the last close before and the first from their day on, both within
 * 7 days, have a quotient nearer to 1 than to old / new; how near, by the larger over the smaller. */
export function unseenSplits({ facts, most }: Scope): SqlPart {
  return declared`with ${facts(isSplit)}, ${entered},
    seen as (
      select entered.*, ticker, before.close as before, after.close as after,
        after.close * ratio_new as a, before.close * ratio_old as b,
        after.close * ratio_old as c, before.close * ratio_new as d
      from entered join security using (security_id)
        cross join lateral (
          select close from security_price as known
          where known.security_id = entered.security_id and known.priced_on < trade_on
            and known.priced_on >= trade_on - 7 order by known.priced_on desc limit 1) as before
        cross join lateral (
          select close from security_price as known
          where known.security_id = entered.security_id and known.priced_on >= trade_on
            and known.priced_on <= trade_on + 7 order by known.priced_on limit 1) as after
      where before.close > 0 and after.close > 0
        and (ratio_new * 4 >= ratio_old * 5 or ratio_new * 5 <= ratio_old * 4))
    select ${splitColumns}, trim_scale(before) as "before", trim_scale(after) as "after",
      trim_scale(round(after / before, 6)) as "quotient",
      greatest(c, d) * least(after, before) < greatest(after, before) * least(c, d) as "isReversed",
      count(*) over ()::int as "count"
    from seen where greatest(after, before) * least(a, b) < greatest(a, b) * least(after, before)
    order by "on", "securityId" limit ${most}`;
}

/** A split of accounts that `splits` does not have, or has with another ratio. */
export interface UnlistedSplit extends OddSplit {
  readonly knownNew: Decimal | null;
  readonly knownOld: Decimal | null;
}

/** Splits of accounts without their row of splits, or with another ratio; none while there is no row at all. */
export function unlistedSplits({ facts, most }: Scope): SqlPart {
  return declared`with ${facts(isSplit)}, ${entered}
    select entered.security_id::text as "securityId", ticker, trade_on as "on",
      trim_scale(entered.ratio_new) as "ratioNew", trim_scale(entered.ratio_old) as "ratioOld",
      accounts, first as "first", trim_scale(known.ratio_new) as "knownNew",
      trim_scale(known.ratio_old) as "knownOld", count(*) over ()::int as "count"
    from entered join security on security.security_id = entered.security_id
      left join security_split as known
        on known.security_id = entered.security_id and known.ex_on = trade_on
    where exists (select from security_split) and (known.ratio_new is null
      or known.ratio_new * entered.ratio_old <> known.ratio_old * entered.ratio_new)
    order by "on", "securityId" limit ${most}`;
}

/** Rows of splits with the accounts that held the security at the opening of that day and have no split on it. */
export function unfollowedSplits({ splits, most }: Scope): SqlPart {
  return declared`with ${splits},
    trader as (
      select distinct split.security_id, split.ex_on, t.account_number
      from split join public.account_transaction as t on t.security_id = split.security_id
      where t.trade_on < split.ex_on),
    holder as (
      select trader.* from trader where (
        exists (select from public.open_lot as lot
            join public.account_transaction as opening
              on opening.account_number = lot.account_number
                and opening.transaction_id = lot.originating_transaction_id
          where lot.account_number = trader.account_number
            and lot.security_id = trader.security_id and opening.trade_on < trader.ex_on)
        or exists (select from public.closed_lot as lot
            join public.account_transaction as opening
              on opening.account_number = lot.account_number
                and opening.transaction_id = lot.originating_transaction_id
          where lot.account_number = trader.account_number
            and lot.security_id = trader.security_id and opening.trade_on < trader.ex_on
            and lot.closing_transaction_on >= trader.ex_on))
      and not exists (select from public.account_transaction as t
        where t.account_number = trader.account_number and t.security_id = trader.security_id
          and t.transaction_type = 'SPL' and t.trade_on = trader.ex_on and ${inForce("t")}))
    select split.security_id::text as "securityId", ticker, split.ex_on as "on",
      trim_scale(split.ratio_new) as "ratioNew", trim_scale(split.ratio_old) as "ratioOld",
      count(*)::int as "accounts", min(holder.account_number) as "first",
      count(*) over ()::int as "count"
    from holder join split on split.security_id = holder.security_id and split.ex_on = holder.ex_on
      join security on security.security_id = split.security_id
    group by split.security_id, ticker, split.ex_on, split.ratio_new, split.ratio_old
    order by "on", "securityId" limit ${most}`;
}
