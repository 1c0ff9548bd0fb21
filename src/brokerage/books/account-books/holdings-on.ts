// The holdings of accounts at the end of a past day: their facts until then, added up anew.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { heldByFacts } from "../positions/reads.ts";
import { factsOf, selectTransactionsOf } from "../transactions/reads.ts";
import { openSources, termsOf } from "./sources.ts";

/** Shares in 0.00001 by security, and cash in cents, of all folios of an account. */
export interface AccountHoldings {
  readonly shares: ReadonlyMap<Id, bigint>;
  readonly cash: bigint;
}

/** The holdings of some accounts at the end of a day, by account number. */
export async function holdingsOn(
  db: Reader,
  accountNumbers: readonly string[],
  { day, now }: { readonly day: Day; readonly now: Date },
): Promise<ReadonlyMap<string, AccountHoldings>> {
  const rows = await selectTransactionsOf(db, accountNumbers);
  const securities = new Set(
    [...rows.values()].flat().flatMap(({ securityId }) => securityId ?? []),
  );
  const { quotationFactors } = await termsOf(openSources(db, now), securities);
  return new Map(
    accountNumbers.map((accountNumber) => {
      const until = (rows.get(accountNumber) ?? []).filter(
        ({ tradeOn }) => tradeOn === null || tradeOn <= day,
      );
      const { positions, cash } = heldByFacts(factsOf(until, day).facts, quotationFactors);
      const shares = new Map<Id, bigint>();
      for (const { securityId, shares: more } of positions) {
        shares.set(securityId, (shares.get(securityId) ?? 0n) + more);
      }
      const cents = cash.reduce((sum, folio) => sum + folio.cents, 0n);
      return [accountNumber, { shares, cash: cents }] as const;
    }),
  );
}
