// Spin-offs of one security and day share its basis out at once, by parts or by values, so that it does not
// matter in which order they were entered. (docs/tax-lots.md, "Several spin-offs of one day")
import type { Decimal } from "../../../values/src/decimal.ts";
import { places } from "../../../values/src/units.ts";
import { plus, unitsOf, type Whole } from "../../../values/src/whole.ts";
import type { LotFact, SpinOff } from "../facts/fact.ts";
import { compareOnDay } from "../facts/order.ts";
import { type FactRefusal, factRefusals, withFacts } from "../facts/refusals.ts";
import type { Book } from "../relief/book.ts";

/** A whole basis, of which parts are stated in percent with 6 places. */
export const wholePart = 100_000_000;

/** Finds the spin-offs that are one allocation: by parts, or by values with the same value of the parent. Each
 * list is in the order of entry and known by its first; one that stands alone is not here. */
export function allocationsOf(facts: readonly LotFact[]): Book["allocations"] {
  const found = new Map<LotFact, readonly SpinOff[]>();
  const groups = groupsOf(facts, ({ childPart, parentValue }) =>
    childPart === undefined && parentValue !== undefined ? `${unitsOfPrice(parentValue)}` : "parts",
  );
  for (const group of groups) {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) continue;
    found.set(first, group);
    for (const other of others) found.set(other, []);
  }
  return found;
}

/** The spin-offs that cannot share a basis with those of their security and day entered before. */
export function partProblems(spinOffs: readonly SpinOff[]): FactRefusal[] {
  return groupsOf(spinOffs, () => "").flatMap((group) => {
    const isByParts = group[0]?.childPart !== undefined;
    let sum: Whole = 0;
    return group.flatMap((fact): FactRefusal[] => {
      const { transactionId, childPart } = fact;
      const base = { transactionId, field: "childPart" };
      if ((childPart !== undefined) !== isByParts) {
        const { code, sentence: message } = factRefusals.partsAndValues;
        return [{ ...base, code, message }];
      }
      if (childPart === undefined) return [];
      sum = plus(sum, unitsOfPrice(childPart));
      if (sum < wholePart) return [];
      const parts = group.slice(0, group.indexOf(fact) + 1).map((each) => each.childPart);
      const { code, sentence: message } = withFacts(factRefusals.parts, parts.join(" + "));
      return [{ ...base, code, message }];
    });
  });
}

/** Spin-offs by security, day and what else must be alike, each group in the order of entry. */
function groupsOf(facts: readonly LotFact[], alike: (fact: SpinOff) => string): SpinOff[][] {
  const groups = new Map<string, SpinOff[]>();
  for (const fact of facts) {
    if (fact.kind !== "spinOff") continue;
    const key = `${fact.security} ${fact.tradeOn} ${alike(fact)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [fact]);
    else group.push(fact);
  }
  return Array.from(groups.values(), (group) => group.sort(compareOnDay));
}

function unitsOfPrice(value: Decimal): Whole {
  return unitsOf(value, places.price);
}
