// What other resources may read of accounts' books: who held a security on a day.

import type { Day } from "@bursar/values/dates";
import { compare, type Decimal, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { heldRows } from "../positions/changes.ts";
import { factsOf, selectTradersOf, selectTransactionsOf } from "../transactions/reads.ts";

/** An account that held a security, and how many shares of it. */
export interface Holder {
  readonly accountNumber: string;
  readonly shares: Decimal;
}

const accountsAtOnce = 100;

/** The accounts that held a security at the end of a day, in order of number; at most one more than
 * `most`. */
export async function holdersOn(
  db: Reader,
  securityId: Id,
  day: Day,
  most: number,
): Promise<Holder[]> {
  const traders = await selectTradersOf(db, securityId);
  const holders: Holder[] = [];
  for (let at = 0; at < traders.length && holders.length <= most; at += accountsAtOnce) {
    const numbers = traders.slice(at, at + accountsAtOnce);
    const rows = await selectTransactionsOf(db, numbers);
    for (const accountNumber of numbers) {
      const known = rows.get(accountNumber) ?? [];
      const until = known.filter(({ tradeOn }) => tradeOn === null || tradeOn <= day);
      const { positions } = heldRows(accountNumber, factsOf(until, day).facts);
      const own = positions.filter((position) => position.security_id === securityId);
      const shares = sum(own.map((position) => position.share_quantity as Decimal));
      if (compare(shares, "0" as Decimal) > 0) holders.push({ accountNumber, shares });
    }
  }
  return holders.slice(0, most + 1);
}
