// SQL that finds splits that closes do not show, and splits of a security and of accounts that do not agree.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { SqlPart } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import type { Scope } from "./scope-queries.ts";

/** A split of a security and day, in how many accounts, and the first of them. */
interface SplitOfAccounts {
  readonly securityId: string;
  readonly ticker: string;
  readonly on: Day;
  readonly accounts: number;
  readonly first: string;
  readonly count: number;
}

/** A split by its ratio. */
export interface OddSplit extends SplitOfAccounts {
  readonly ratioNew: Decimal;
  readonly ratioOld: Decimal;
}

const isSplit = declared`transaction_type = 'SPL'`;

/** A split whose closes do not move as it says. */
export interface UnseenSplit extends OddSplit {
  readonly before: Decimal;
  readonly after: Decimal;
  readonly quotient: Decimal;
  /** Whether they move as if the ratio were the other way round. */
  readonly isReversed: boolean;
}

/** Splits from 5:4 up or 4:5 down for which the last close before and the first from their day on, both within
 * 7 days and on one side of other splits, have a quotient that is nearer to 1 than to old / new. Distances are
 * multiplied by the denominators, so that they stay exact. */
export function unseenSplits({ facts, divided, most }: Scope): SqlPart {
  return declared`with ${facts(isSplit)},
    entered as (
      select security_id, trade_on, ratio_new, ratio_old,
        count(distinct account_number)::int as accounts, min(account_number) as first
      from fact
      where ratio_new * 4 >= ratio_old * 5 or ratio_new * 5 <= ratio_old * 4
      group by security_id, trade_on, ratio_new, ratio_old),
    divided as materialized (${divided(declared`select security_id from entered`)}),
    seen as (
      select entered.*, ticker, before.close as before, after.close as after
      from entered join security using (security_id)
        cross join lateral (
          select close, priced_on from security_price as known
          where known.security_id = entered.security_id and known.priced_on < trade_on
            and known.priced_on >= trade_on - 7 order by known.priced_on desc limit 1) as before
        cross join lateral (
          select close, priced_on from security_price as known
          where known.security_id = entered.security_id and known.priced_on >= trade_on
            and known.priced_on <= trade_on + 7 order by known.priced_on limit 1) as after
      where before.close > 0 and not exists (
        select from divided where divided.security_id = entered.security_id and ex_on <> trade_on
          and ex_on > before.priced_on and ex_on <= after.priced_on)),
    measured as (
      select *, abs(after - before) as from_one,
        abs(after * ratio_new - before * ratio_old) as from_ratio,
        abs(after * ratio_old - before * ratio_new) as from_reverse
      from seen)
    select security_id::text as "securityId", ticker, trade_on as "on",
      trim_scale(ratio_new) as "ratioNew", trim_scale(ratio_old) as "ratioOld", accounts,
      first as "first", trim_scale(before) as "before", trim_scale(after) as "after",
      trim_scale(round(after / before, 6)) as "quotient",
      from_reverse < from_one * ratio_old as "isReversed", count(*) over ()::int as "count"
    from measured where from_one * ratio_new < from_ratio
    order by "on", "securityId" limit ${most}`;
}

/** A split of accounts that `splits` does not have, or has with another ratio. */
export interface UnlistedSplit extends SplitOfAccounts {
  /** The ratios of the accounts. */
  readonly ratios: string;
  readonly knownNew: Decimal | null;
  readonly knownOld: Decimal | null;
}

/** Splits of accounts without their row of splits, or with another ratio; none while there is no row at all. */
export function unlistedSplits({ facts, most }: Scope): SqlPart {
  return declared`with ${facts(isSplit)},
    unlisted as (
      select fact.security_id, trade_on, account_number,
        trim_scale(fact.ratio_new) || ':' || trim_scale(fact.ratio_old) as ratio,
        known.ratio_new as known_new, known.ratio_old as known_old
      from fact left join security_split as known
        on known.security_id = fact.security_id and known.ex_on = trade_on
      where exists (select 1 from security_split) and (known.ratio_new is null
        or known.ratio_new * fact.ratio_old <> known.ratio_old * fact.ratio_new))
    select security_id::text as "securityId", ticker, trade_on as "on",
      string_agg(distinct ratio, ' and ') as "ratios",
      count(distinct account_number)::int as "accounts", min(account_number) as "first",
      trim_scale(known_new) as "knownNew", trim_scale(known_old) as "knownOld",
      count(*) over ()::int as "count"
    from unlisted join security using (security_id)
    group by security_id, ticker, trade_on, known_new, known_old
    order by "on", "securityId" limit ${most}`;
}

/** Rows of splits with the accounts that held the security at the opening of that day and have no split on it. Splits
 * that an event will book are left out. */
export function unfollowedSplits({ holders, most }: Scope): SqlPart {
  return declared`with ${holders}
    select split.security_id::text as "securityId", ticker, split.ex_on as "on",
      trim_scale(split.ratio_new) as "ratioNew", trim_scale(split.ratio_old) as "ratioOld",
      count(*)::int as "accounts", min(holder.account_number) as "first",
      count(*) over ()::int as "count"
    from holder join security_split as split
        on split.security_id = holder.security_id and split.ex_on = holder.ex_on
      join security on security.security_id = split.security_id
    where not exists (select from corporate_event as event
      where event.security_id = split.security_id and event.ex_on = split.ex_on
        and event.kind in ('SPL', 'SDV') and event.status in ('ANNOUNCED', 'ENTITLED', 'POSTING'))
    group by split.security_id, ticker, split.ex_on, split.ratio_new, split.ratio_old
    order by "on", "securityId" limit ${most}`;
}
