// What others may change of positions: replace those of accounts by what their facts come to.
import type { LotFact } from "../../engines/lot-relief/fact.ts";
import type { CashFact } from "../../engines/unit-values/cash-fact.ts";
import type { Tx } from "../../platform/db.ts";
import { heldByFacts } from "./held-by-facts.ts";
import { replaceCash, replaceHeld } from "./queries.ts";

/** An account with all its facts in order; each of them can be. */
export interface AccountFacts {
  readonly accountNumber: string;
  readonly facts: readonly (LotFact | CashFact)[];
}

/** Stores what the folios of some accounts hold after all facts; what is so already is left. */
export async function replacePositions(tx: Tx, accounts: readonly AccountFacts[]): Promise<void> {
  const held = accounts.map(({ accountNumber, facts }) => ({
    accountNumber,
    ...heldByFacts(facts),
  }));
  await replaceHeld(tx, held);
  await replaceCash(tx, held);
}
