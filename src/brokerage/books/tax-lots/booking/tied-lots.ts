// The lot facts of an account, with the lots that other accounts of the firm have moved to it. The facts of those
// accounts are run as well; together they are called tied accounts. (docs/tax-lots.md, "Lots moved inside the firm")
import assert from "node:assert/strict";
import {
  type AccountFacts,
  type LotAccount,
  type LotFact,
  runTiedAccounts,
} from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Reader } from "../../../../platform/store/db.ts";
import {
  factsOf,
  giversOf,
  ownFactsOf,
  selectTransactionsOf,
  withOtherReceivers,
} from "../../transactions/reads.ts";
import { selectLotAccount } from "./changes.ts";

/** An account as the engine takes it, and its facts in force by a day, in order. */
export interface AccountLotFacts {
  readonly account: LotAccount;
  readonly lotFacts: readonly LotFact[];
  /** The facts of the account itself first, then those of every account from which lots come to it. */
  readonly tied: readonly AccountFacts[];
}

/** Reads the lot facts of an account; a move from another account is given as the lots that it brings. */
export async function selectLotFacts(
  db: Reader,
  accountNumber: string,
  today: Day,
): Promise<AccountLotFacts> {
  const tied = await selectTiedFacts(db, accountNumber, today);
  const { account, facts: lotFacts } = tied[0];
  if (tied.length === 1) return { account, lotFacts, tied };
  const run = runTiedAccounts(withOtherReceivers(tied)).get(accountNumber);
  assert(run?.refusals.length === 0, "accepted facts are not refused");
  return { account, lotFacts: run.facts, tied };
}

async function selectTiedFacts(
  db: Reader,
  accountNumber: string,
  today: Day,
): Promise<readonly [AccountFacts, ...AccountFacts[]]> {
  const found = new Map<string, AccountFacts>();
  for (let wanted = [accountNumber]; wanted.length > 0; ) {
    const rows = await selectTransactionsOf(db, wanted);
    for (const number of wanted) {
      const own = rows.get(number) ?? [];
      const account = await selectLotAccount(db, number, factsOf(own).lotFacts, today);
      found.set(number, ownFactsOf({ account, rows: own }, today));
    }
    wanted = giversOf([...rows.values()].flat()).filter((number) => !found.has(number));
  }
  const [own, ...givers] = found.values();
  assert(own, "an account was asked for");
  return [own, ...givers];
}
