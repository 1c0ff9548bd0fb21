// What other resources may read of positions: the last prices of what an account holds, and values by them.
import type { Reader } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { selectLastPrices } from "./queries.ts";
import { type Price, priceOf } from "./valued-holdings.ts";

export { type Price, worthOf } from "./valued-holdings.ts";

/** The last price of each security that an account holds and that has one. (docs/positions.md) */
export async function lastPricesOf(
  db: Reader,
  accountNumber: string,
): Promise<ReadonlyMap<Id, Price>> {
  const rows = await selectLastPrices(db, accountNumber);
  return new Map(
    rows.flatMap((row) => {
      const price = priceOf(row);
      return price === undefined ? [] : [[row.securityId, price] as const];
    }),
  );
}
