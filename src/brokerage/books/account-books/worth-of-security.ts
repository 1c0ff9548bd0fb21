// The value of an account's shares of a security on each valuation day. (docs/billing.md, 1)
import { computeRawData } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { securitiesOf } from "../performance/changes.ts";
import { selectFacts } from "../transactions/reads.ts";
import { openSources, termsOf } from "./sources.ts";

/** The worth of the shares of a security that an account holds, by valuation day until a day, in cents: each folio's
 * shares at that day's price, half up. Days on which a folio has no value are left out. */
export async function worthOfSecurity(
  db: Reader,
  now: Date,
  { accountNumber, securityId, until }: SecurityHeld,
): Promise<ReadonlyMap<Day, bigint>> {
  const { facts } = await selectFacts(db, accountNumber, until);
  const sources = openSources(db, now);
  const securities = securitiesOf({ facts });
  if (!securities.has(securityId)) return new Map();
  const [closes, terms] = await Promise.all([
    sources.closes(securities),
    termsOf(sources, securities),
  ]);
  const [since = until] = facts.map(({ tradeOn }) => tradeOn).toSorted();
  const days = await sources.valuationDays(since, closes);
  const valuationDays = days.filter((day) => day <= until);
  const raw = { facts, closes, valuationDays, ...terms };
  // At closes of 0 the rest of the account is worth what it was.
  const nothing = valuationDays.map((on) => ({ on, close: 0n }));
  const without = valuesOf(
    computeRawData({ ...raw, closes: new Map([...closes, [securityId, nothing]]) }),
  );
  const worth = new Map<Day, bigint>();
  for (const [on, value] of valuesOf(computeRawData(raw))) {
    worth.set(on, value - (without.get(on) ?? value));
  }
  return worth;
}

/** A security in an account, until a day. */
export interface SecurityHeld {
  readonly accountNumber: string;
  readonly securityId: Id;
  readonly until: Day;
}

function valuesOf(folios: ReturnType<typeof computeRawData>): Map<Day, bigint> {
  const values = new Map<Day, bigint>();
  for (const days of folios.values()) {
    for (const { on, valuation } of days) {
      if (valuation !== undefined) values.set(on, (values.get(on) ?? 0n) + valuation.marketValue);
    }
  }
  return values;
}
