// The elections of average basis that are in force in an account, as its lots show them. (26 CFR 1.1012-1(e);
// docs/tax-lots.md)
import { electionsOf, type LotAccount, type LotFact, runFacts } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";

/** An election in force: its own, or by the day from which an account averages its funds. */
export interface ElectionInForce {
  readonly since: Day;
  readonly planSince: Day | null;
  readonly byDefault: boolean;
}

/** The elections in force by security after an account's accepted facts, of which none is refused. */
export function electionsInForce(
  account: LotAccount,
  facts: readonly LotFact[],
): ReadonlyMap<Id, ElectionInForce> {
  const { book } = runFacts(account, facts);
  const found = new Map<Id, ElectionInForce>();
  for (const [security, { since, electedBy }] of electionsOf(book)) {
    const own = facts.find(({ transactionId }) => electedBy.includes(transactionId));
    const planSince = (own?.kind === "averageElection" && own.planSince) || null;
    found.set(security, { since, planSince, byDefault: own === undefined });
  }
  return found;
}
