// The series of accounts after a late change, computed from the days before it instead of from the
// first.
import type { RawSources } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
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
import {
  type Facts,
  factsOf,
  selectPromised,
  selectTransactionsOf,
} from "../transactions/reads.ts";
import { type Sources, termsOf } from "./sources.ts";

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
  const numbers = traders.map(([number]) => number);
  const rows = await selectTransactionsOf(db, numbers);
  const promises = await selectPromised(db, numbers);
  const continued = [...standings].map(([accountNumber, standing]) => {
    const { facts } = factsOf(rows.get(accountNumber) ?? [], sources.today);
    return { accountNumber, standing, facts, promised: promises.get(accountNumber) };
  });
  const done = new Map<string, readonly StagedSeries[]>();
  // Most stand on the same day, and are priced by the same closes: these are asked for together.
  for (const [after, some] of Map.groupBy(continued, ({ standing }) => standing.after)) {
    const rawSourcesOf = await selectRawSources(sources, after, some);
    for (const account of some) {
      const { accountNumber, standing } = account;
      const days = { given: given.get(accountNumber) ?? new Map(), computed: standing.computed };
      const raw = folioDaysOf(days, rawSourcesOf(account), after);
      const series = changesSince(accountNumber, standing, raw);
      if (series !== undefined) done.set(accountNumber, series);
    }
  }
  return done;
}

/** An account, where its series stand, and its facts. */
interface AccountToContinue {
  readonly accountNumber: string;
  readonly standing: Standing;
  readonly facts: Facts["facts"];
  readonly promised: RawSources["promised"];
}

/** Reads what the raw data after a day of all these accounts follows from, and returns it by
 * account. */
async function selectRawSources(
  sources: Sources,
  after: Day,
  accounts: readonly AccountToContinue[],
): Promise<(account: AccountToContinue) => RawSources> {
  const valued = accounts.filter(
    ({ standing, facts }) => standing.computed.size > 0 && facts.length > 0,
  );
  if (valued.length === 0) return ({ facts }) => ({ facts, closes: new Map(), valuationDays: [] });
  const securities = (some: readonly AccountToContinue[]) =>
    securitiesOf({ facts: some.flatMap(({ facts }) => facts) });
  const closes = await sources.closes(securities(valued.filter(isRenamed)));
  const others = valued.filter((account) => !isRenamed(account));
  const lateCloses = await sources.closesAfter(securities(others), after);
  const valuationDays = await sources.valuationDaysAfter(after);
  const terms = await termsOf(sources, securities(valued));
  return (account) => ({
    facts: account.facts,
    promised: account.promised,
    closes: isRenamed(account) ? closes : lateCloses,
    valuationDays,
    ...terms,
  });
}

/** Whether closes are read from the first: a new symbol continues from the last price that the old
 * one had when it changed. */
function isRenamed({ facts }: AccountToContinue): boolean {
  return facts.some(({ kind }) => kind === "symbolChange");
}
