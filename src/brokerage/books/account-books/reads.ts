// Reads of accounts' books for other resources: who held a security on a day, and the lots of a
// day.

import { addDays, type Day } from "@bursar/values/dates";
import { compare, type Decimal, sum } from "@bursar/values/decimal";
import type { FolioNumber, Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { heldRows } from "../positions/changes.ts";
import {
  factsOf,
  selectTradersOf,
  selectTransactionsOf,
  type TransactionRow,
} from "../transactions/reads.ts";

export { type AccountHoldings, holdingsOn } from "./holdings-on.ts";
export { lotsUntil } from "./lots-until.ts";
export { openBookingSources, openSources, type Sources, termsOf } from "./sources.ts";
export { worthOfSecurity } from "./worth-of-security.ts";

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
      const own = positionsUntil(rows.get(accountNumber) ?? [], { accountNumber, securityId, day });
      const shares = sum(own.map((position) => position.shares));
      if (compare(shares, "0" as Decimal) > 0) holders.push({ accountNumber, shares });
    }
  }
  return holders.slice(0, most + 1);
}

/** Shares of a security in a folio. */
export interface FolioShares {
  readonly folioNumber: FolioNumber;
  readonly shares: Decimal;
}

/** The shares of a security that some accounts held at the opening of a day, by folio. */
export async function positionsBefore(
  db: Reader,
  accountNumbers: readonly string[],
  { securityId, day }: { readonly securityId: Id; readonly day: Day },
): Promise<ReadonlyMap<string, readonly FolioShares[]>> {
  if (accountNumbers.length === 0) return new Map();
  const rows = await selectTransactionsOf(db, accountNumbers);
  const eve = addDays(day, -1);
  return new Map(
    accountNumbers.map((accountNumber) => [
      accountNumber,
      positionsUntil(rows.get(accountNumber) ?? [], { accountNumber, securityId, day: eve }),
    ]),
  );
}

/** The shares of a security that an account with these transactions held at the end of a day, by
 * folio. */
function positionsUntil(
  rows: readonly TransactionRow[],
  of: { readonly accountNumber: string; readonly securityId: Id; readonly day: Day },
): FolioShares[] {
  const { accountNumber, securityId, day } = of;
  const until = rows.filter(({ tradeOn }) => tradeOn === null || tradeOn <= day);
  const { positions } = heldRows(accountNumber, factsOf(until, day).facts);
  return positions
    .filter((position) => position.security_id === securityId)
    .map((position) => ({
      folioNumber: position.folio_number as FolioNumber,
      shares: position.share_quantity as Decimal,
    }))
    .toSorted((a, b) => (a.folioNumber < b.folioNumber ? -1 : 1));
}
