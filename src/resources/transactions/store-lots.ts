// After a load of transactions that can all be: the lots of each account that it touched are worked
// out again, and whoever loads hears which reported years now differ. (docs/tax-lots.md)
import assert from "node:assert/strict";
import type { Say } from "../../platform/bulk/load-kind.ts";
import type { Tx } from "../../platform/db.ts";
import { replaceLots } from "../tax-lots/changes.ts";
import { factsOf } from "./facts.ts";
import { selectTouchedAccounts, selectTransactions } from "./queries.ts";

const accountsAtOnce = 100;

/** Stores the lots of every account that has a changed row. */
export async function storeLots(tx: Tx, changed: string, say: Say): Promise<void> {
  const touched = await selectTouchedAccounts(tx, changed);
  for (let at = 0; at < touched.length; at += accountsAtOnce) {
    const numbers = touched.slice(at, at + accountsAtOnce);
    const rows = Map.groupBy(await selectTransactions(tx, numbers), (row) => row.accountNumber);
    for (const number of numbers) {
      const { lotFacts } = factsOf(rows.get(number) ?? []);
      const { refusals, changedYears } = await replaceLots(tx, number, lotFacts);
      assert(refusals.length === 0, "the facts of a load are judged before");
      for (const year of changedYears) {
        say(
          `${number}: the rows of the reported year ${year} are others now; ` +
            `\`bursar report --tax-year ${year}\` makes its next version.`,
        );
      }
    }
  }
}
