// The shares that a step-up at death values: all that its account holds in its place, which the fact does not
// say. (docs/loading.md, "Odd facts")
import { places, textOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { heldByFacts } from "../positions/reads.ts";
import { factsOf, selectTransactionsOf } from "../transactions/reads.ts";
import type { StepUp } from "./price-queries.ts";

const accountsAtOnce = 100;

/** Step-ups, each with the shares held in its place; those of nothing are left out. */
export async function withHeldShares(db: Reader, rows: readonly StepUp[]) {
  const byAccount = [...Map.groupBy(rows, (row) => row.account_number)];
  const known: (StepUp & { readonly shares: string })[] = [];
  for (let at = 0; at < byAccount.length; at += accountsAtOnce) {
    const some = byAccount.slice(at, at + accountsAtOnce);
    const all = await selectTransactionsOf(
      db,
      some.map(([account]) => account),
    );
    for (const [account, own] of some) {
      const { facts } = factsOf(all.get(account) ?? []);
      for (const row of own) {
        const until = facts.findIndex(({ transactionId }) => transactionId === row.transaction_id);
        const shares = heldByFacts(facts.slice(0, Math.max(until, 0)))
          .positions.filter(({ securityId }) => securityId === row.security_id)
          .reduce((sum, position) => sum + position.shares, 0n);
        if (shares > 0n) known.push({ ...row, shares: textOf(shares, places.shares) });
      }
    }
  }
  return known;
}
