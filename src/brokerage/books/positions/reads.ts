// Reads of positions for other resources: the last prices of what an account holds, and values by
// them.

import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { accountsOfClients } from "../../clients-and-accounts/accounts/reads.ts";
import { selectLastPrices, selectSecuritiesHeld } from "./queries.ts";
import { type Price, priceOf } from "./valued-holdings.ts";

export { heldByFacts } from "./held-by-facts.ts";
export { lastPrice } from "./queries.ts";
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

/** The given securities held by accounts of which the caller's client sees the details. */
export async function securitiesInView(
  db: Reader,
  caller: Caller,
  securityIds: readonly Id[],
): Promise<ReadonlySet<string>> {
  if (securityIds.length === 0) return new Set();
  const accounts = await accountsOfClients(db, caller, "detail");
  const rows = await selectSecuritiesHeld(db, securityIds, accounts);
  return new Set(rows.map(({ securityId }) => securityId));
}
