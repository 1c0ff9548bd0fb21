// Books after a load: those of the accounts that it touched are computed without holding their locks
// and stored once the locks are held. (docs/loading.md)
import type { LoadEnd, Notify } from "../platform/bulk/load-kind.ts";
import { RowsRefused } from "../platform/bulk/load-problem.ts";
import type { Tx } from "../platform/store/db.ts";
import { lockClosesForLoad, selectLastClose } from "../reference/prices/queries.ts";
import { type Books, computeBooks } from "../resources/account-books/compute-books.ts";
import { openSources, type Sources } from "../resources/account-books/sources.ts";
import { selectStates } from "../resources/account-books/state-queries.ts";
import { stageBooks, storeStaged, unstageBooks } from "../resources/account-books/store-books.ts";
import { selectChangedSources } from "../resources/accounts/changes.ts";
import { stagedDifferences } from "../resources/performance/changes.ts";
import { adviceOn } from "../resources/tax-lots/booking/differences.ts";
import { renewSettings } from "../resources/transactions/changes.ts";
import {
  type AddedLine,
  type FactProblem,
  selectLinesOfLoad,
} from "../resources/transactions/reads.ts";
import { newYorkDay } from "../values/dates.ts";
import { stagedBookDifferences, withYears } from "./differences.ts";
import {
  analyzeStages,
  insertComputedStates,
  keepTouched,
  lockTouched,
  selectComputed,
  selectMoved,
  selectTouched,
  type TouchedAccount,
  touchWorthless,
  updateTouchedVersions,
} from "./queries.ts";

export {
  touchAccounts,
  touchHolders,
  touchPriced,
  touchSeries,
  touchSources,
  touchTraders,
} from "./queries.ts";

const accountsAtOnce = 100;

/** Computes and stores the books of every account that the running load touched; throws
 * RowsRefused with every fact that could no longer be applied. */
export async function storeTouchedBooks(
  tx: Tx,
  { now, notify, onAccounts, onDifferences }: LoadEnd,
): Promise<void> {
  await touchWorthless(tx, newYorkDay(now));
  const all = await keepTouched(tx);
  if (all === 0) {
    onDifferences?.(await withYears(tx, await stagedBookDifferences(tx), []));
    return;
  }
  const sources = openSources(tx, now);
  const closes = await selectLastClose(tx);
  const problems: LineProblem[] = [];
  let done = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const touched: TouchedAccount[] = await selectTouched(tx, after, accountsAtOnce);
    problems.push(...(await stageTouched(tx, sources, touched, problems.length > 0)));
    done += touched.length;
    onAccounts(done, all);
    after = touched.at(-1)?.accountNumber;
  }
  refuseFor(problems);
  await analyzeStages(tx);
  await lockTouched(tx);
  await lockClosesForLoad(tx);
  // A close that a request has set meanwhile concerns what only this load knows of.
  const isPriced = (await selectLastClose(tx)) !== closes;
  refuseFor(await stageAgain(tx, now, isPriced ? await selectComputed(tx) : await selectMoved(tx)));
  await updateTouchedVersions(tx);
  await tellSources(tx, notify);
  const differences = onDifferences && (await stagedBookDifferences(tx));
  const years = await storeStaged(tx);
  if (differences) onDifferences(await withYears(tx, differences, years));
  for (const year of years) {
    const { accountNumber, taxYear } = year;
    const advice = await adviceOn(tx, year);
    notify(
      `${accountNumber}: the transactions now give other rows than were reported for ${taxYear}; ${advice}`,
    );
  }
}

/** Says of each folio that has another source now which days that changes. */
async function tellSources(tx: Tx, notify: Notify): Promise<void> {
  const changed = await selectChangedSources(tx);
  if (changed.length === 0) return;
  const numbers = changed.map(({ accountNumber }) => accountNumber);
  const series = await stagedDifferences(tx, numbers);
  const ofFolios = new Map(series.map((each) => [each.folioNumber, each]));
  for (const { folioNumber, source } of changed) {
    const days = ofFolios.get(folioNumber);
    const what = days
      ? `its days from ${days.from} to ${days.to} change, ${days.daysBefore} before and ` +
        `${days.daysAfter} after`
      : "no day changes";
    notify(`${folioNumber}: its performance is ${source} from now on; ${what}.`);
  }
}

/** Accounts that a request has changed meanwhile are computed again, now that none can. */
async function stageAgain(
  tx: Tx,
  now: Date,
  moved: readonly TouchedAccount[],
): Promise<LineProblem[]> {
  const numbers = moved.map(({ accountNumber }) => accountNumber);
  if (moved.length === 0) return [];
  await renewSettings(tx, numbers);
  await unstageBooks(tx, numbers);
  return stageTouched(tx, openSources(tx, now), moved, false);
}

async function stageTouched(
  tx: Tx,
  sources: Sources,
  touched: readonly TouchedAccount[],
  isRefused: boolean,
): Promise<LineProblem[]> {
  const states = await selectStates(
    tx,
    touched.map(({ accountNumber }) => accountNumber),
  );
  const ofLots = new Map(touched.map((each) => [each.accountNumber, each.ofLots]));
  const toCompute = states.map((state) => ({
    state,
    ofLots: ofLots.get(state.accountNumber) ?? true,
  }));
  const books = await computeBooks(tx, sources, toCompute);
  const wrong = books.filter(({ problems }) => problems.length > 0);
  if (wrong.length > 0) return placed(tx, wrong);
  if (!isRefused) {
    await insertComputedStates(tx, states);
    await stageBooks(tx, books);
  }
  return [];
}

type LineProblem = RowsRefused["problems"][number];

async function placed(tx: Tx, wrong: readonly Books[]): Promise<LineProblem[]> {
  const numbers = wrong.map(({ state }) => state.accountNumber);
  const lines = Map.groupBy(await selectLinesOfLoad(tx, numbers), (line) => line.accountNumber);
  return wrong.flatMap(({ state, problems }) =>
    problems.map((problem) =>
      placedProblem(state.accountNumber, problem, lines.get(state.accountNumber) ?? []),
    ),
  );
}

/** A fact accepted before is reported at the account's first line: one of its lines caused it. */
function placedProblem(
  accountNumber: string,
  { transactionId, reason, column }: FactProblem,
  lines: readonly AddedLine[],
): LineProblem {
  const kind = "transactions";
  const own = lines.find((line) => line.transactionId === transactionId);
  if (own !== undefined) return { kind, line: own.line, ...(column && { column }), reason };
  const could = `accepted before, could not be applied any more: ${reason}`;
  const [first] = lines;
  if (first !== undefined) {
    return { kind, line: first.line, reason: `Transaction ${transactionId}, ${could}` };
  }
  return { reason: `Transaction ${transactionId} of ${accountNumber}, ${could}` };
}

function refuseFor(problems: readonly LineProblem[]): void {
  if (problems.length === 0) return;
  throw new RowsRefused(problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}
