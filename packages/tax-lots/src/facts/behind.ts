// The securities that a fact concerns, and those from which the lots of one may come.
import type { Id } from "../../../values/src/ids.ts";
import type { LotFact } from "./fact.ts";

/** The security of a fact, and the one it leads to. */
export function securitiesOf(fact: LotFact): Id[] {
  const into = "intoSecurity" in fact ? fact.intoSecurity : undefined;
  return into === undefined ? [fact.security] : [fact.security, into];
}

/** The security and those that became it by a merger, a spin-off or another symbol. */
export function securitiesBehind(security: Id, facts: readonly LotFact[]): ReadonlySet<Id> {
  const found = new Set([security]);
  for (const each of found) {
    for (const fact of facts) {
      if ("intoSecurity" in fact && fact.intoSecurity === each) found.add(fact.security);
    }
  }
  return found;
}
