// What others may change of positions: replace those of an account by what its facts come to.
import type { LotFact } from "../../engines/lot-relief/fact.ts";
import type { CashFact } from "../../engines/unit-values/cash-fact.ts";
import type { Tx } from "../../platform/db.ts";
import { heldByFacts } from "./held-by-facts.ts";
import { replaceCash, replaceHeld } from "./queries.ts";

/** Stores what the folios hold after all facts, which can all be; what is so already is left. */
export async function replacePositions(
  tx: Tx,
  accountNumber: string,
  facts: readonly (LotFact | CashFact)[],
): Promise<void> {
  const { positions, cash } = heldByFacts(facts);
  await replaceHeld(tx, accountNumber, positions);
  await replaceCash(tx, accountNumber, cash);
}
