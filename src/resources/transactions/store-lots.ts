// After a load of transactions that can all be: the lots and positions of each account that it
// touched are worked out again, and whoever loads hears which reported years now differ.
// (docs/tax-lots.md, docs/positions.md)
import type { Say } from "../../platform/bulk/load-kind.ts";
import { RowsRefused } from "../../platform/bulk/load-problem.ts";
import type { Tx } from "../../platform/db.ts";
import { replacePositions } from "../positions/changes.ts";
import { replaceLots } from "../tax-lots/changes.ts";
import { factsOf } from "./facts.ts";
import { selectAccountsOfCloses, selectTouchedAccounts, selectTransactions } from "./queries.ts";

const accountsAtOnce = 100;

/** Stores the lots and positions of every account that has a changed row. */
export async function storeLots(tx: Tx, changed: string, say: Say): Promise<void> {
  await storeEach(tx, await selectTouchedAccounts(tx, changed), say);
}

/** The same for accounts whose disposals have no price, so that closes put their lots in order. */
export async function storePricedLots(tx: Tx, changed: string, say: Say): Promise<void> {
  await storeEach(tx, await selectAccountsOfCloses(tx, changed), say);
}

async function storeEach(tx: Tx, touched: readonly string[], say: Say): Promise<void> {
  for (let at = 0; at < touched.length; at += accountsAtOnce) {
    const numbers = touched.slice(at, at + accountsAtOnce);
    const rows = Map.groupBy(await selectTransactions(tx, numbers), (row) => row.accountNumber);
    const accounts = numbers.map((number) => ({
      accountNumber: number,
      ...factsOf(rows.get(number) ?? []),
    }));
    for (const { accountNumber: number, lotFacts } of accounts) {
      const { refusals, changedYears } = await replaceLots(tx, number, lotFacts);
      if (refusals.length > 0) {
        throw new RowsRefused(
          refusals.map(({ transactionId, message }) => ({
            reason: `Transaction ${transactionId} of ${number} could not be applied: ${message}`,
          })),
        );
      }
      for (const year of changedYears) {
        say(
          `${number}: the rows of the reported year ${year} are others now; ` +
            `\`bursar report --tax-year ${year}\` makes its next version.`,
        );
      }
    }
    await replacePositions(tx, accounts);
  }
}
