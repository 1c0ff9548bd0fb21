// The series of accounts after a late change, computed from the days before it instead of from the
// first.
import type { Reader } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";
import {
  changesSince,
  folioDaysOf,
  type LateChange,
  type StagedSeries,
  type Standing,
  securitiesOf,
  selectStandings,
  selectValuationsSince,
} from "../performance/changes.ts";
import { type Facts, factsOf, selectTransactionsOf } from "../transactions/reads.ts";
import type { Sources } from "./sources.ts";

/** How the series of accounts differ from the store since late changes, by number; an account that has
 * to be computed as a whole is left out. */
export async function continueSeries(
  db: Reader,
  sources: Sources,
  changes: readonly LateChange[],
): Promise<ReadonlyMap<string, readonly StagedSeries[]>> {
  if (changes.length === 0) return new Map();
  const standings = await selectStandings(db, changes);
  const accounts = [...standings].map(([accountNumber, { after }]) => ({ accountNumber, after }));
  const given = await selectValuationsSince(db, accounts);
  const traders = [...standings].filter(([, { computed }]) => computed.size > 0);
  const rows = await selectTransactionsOf(
    db,
    traders.map(([number]) => number),
  );
  const done = new Map<string, readonly StagedSeries[]>();
  for (const [number, standing] of standings) {
    const { facts } = factsOf(rows.get(number) ?? [], sources.today);
    const days = { given: given.get(number) ?? new Map(), computed: standing.computed };
    const raw = folioDaysOf(days, await rawSourcesOf(sources, standing, facts), standing.after);
    const series = changesSince(number, standing, raw);
    if (series !== undefined) done.set(number, series);
  }
  return done;
}

async function rawSourcesOf(
  sources: Sources,
  { after, computed }: Standing,
  facts: Facts["facts"],
) {
  if (computed.size === 0 || facts.length === 0)
    return { facts, closes: new Map(), valuationDays: [] };
  const securities = securitiesOf({ facts });
  return {
    facts,
    closes: await closesAfter(sources, { securities, facts, after }),
    valuationDays: await sources.valuationDaysAfter(after),
  };
}

async function closesAfter(
  sources: Sources,
  {
    securities,
    facts,
    after,
  }: { securities: ReturnType<typeof securitiesOf>; facts: Facts["facts"]; after: Day },
) {
  // A new symbol continues from the last price that the old one had when it changed.
  const isRenamed = facts.some(({ kind }) => kind === "symbolChange");
  return isRenamed ? sources.closes(securities) : sources.closesAfter(securities, after);
}
