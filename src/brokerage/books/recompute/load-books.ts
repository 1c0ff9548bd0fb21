// Books after a load: those of the accounts that it touched are computed without holding their locks
// and stored once the locks are held. (docs/loading.md)

import { newYorkDay } from "@bursar/values/dates";
import { RowsRefused } from "../../../platform/bulk/kinds/load-problem.ts";
import type { LoadEnd, Notify } from "../../../platform/bulk/load-kind.ts";
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { lockClosesForLoad, selectLastClose } from "../../../reference/prices/queries.ts";
import { counted } from "../../../values/readable.ts";
import { selectChangedSources } from "../../clients-and-accounts/accounts/changes.ts";
import {
  type Books,
  beginLocking,
  computeBooks,
  openSources,
  releaseLocks,
  type Sources,
  selectStates,
  stageBooks,
  storeStaged,
  unstageBooks,
} from "../account-books/changes.ts";
import { reportLargeReturns, reportOddFacts } from "../odd-facts/changes.ts";
import { type StagedSeries, stagedDifferences } from "../performance/changes.ts";
import { formsOutdatedByLoad } from "../tax-forms/reads.ts";
import { adviceOn } from "../tax-lots/booking/reads.ts";
import { renewAcceptedVersions, updateAddedSettings } from "../transactions/changes.ts";
import {
  type AddedLine,
  accountNumberOf,
  type FactProblem,
  selectEverGivers,
  selectLinesOfLoad,
  withReceivers,
} from "../transactions/reads.ts";
import { stagedBookDifferences, withYears } from "./differences.ts";
import {
  analyzeStages,
  insertComputedStates,
  keepTouched,
  lockTouched,
  selectComputed,
  selectMoved,
  selectTouched,
  selectTouchedBeside,
  type TouchedAccount,
  updateTouchedVersions,
} from "./queries.ts";
import { touchReceivers, touchWorthless } from "./touch-queries.ts";

export {
  touchAccounts,
  touchHolders,
  touchPriced,
  touchSeries,
  touchSources,
  touchTraders,
  touchValued,
} from "./touch-queries.ts";

const accountsAtOnce = 100;

type Touch = (tx: Tx, changed: SqlPart) => Promise<void>;

/** Functions that touch accounts by what is booked in them, by the load's transaction. */
const byBookings = new WeakMap<Tx, (() => Promise<void>)[]>();

/** Touches accounts by what is booked in them: at once, so that they are computed without locks, and
 * again at the load's end, since requests may have booked into others meanwhile. */
export function touchingByBookings(touch: Touch): Touch {
  return async (tx, changed) => {
    await touch(tx, changed);
    byBookings.set(tx, [...(byBookings.get(tx) ?? []), () => touch(tx, changed)]);
  };
}

/** Computes and stores the books of every account that the running load touched; throws
 * RowsRefused with every fact that could no longer be applied. */
export async function storeTouchedBooks(
  tx: Tx,
  { now, notify, onAccounts, onDifferences, mostAccounts }: LoadEnd,
): Promise<void> {
  await reportOddFacts(tx, notify);
  await touchWorthless(tx, newYorkDay(now));
  await touchReceivers(tx);
  const all = await keepTouched(tx);
  if (mostAccounts !== undefined) refuseBeyond(all, mostAccounts);
  const sources = openSources(tx, now);
  const closes = await selectLastClose(tx);
  const problems: LineProblem[] = [];
  const large: StagedSeries[] = [];
  let done = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const touched: TouchedAccount[] = await selectTouched(tx, after, accountsAtOnce);
    const isRefused = problems.length > 0;
    problems.push(...(await stageTouched(tx, sources, touched, { isRefused, large })));
    done += touched.length;
    if (all > 0) onAccounts(done, all);
    after = touched.at(-1)?.accountNumber;
  }
  refuseFor(problems);
  reportLargeReturns(large, notify);
  await analyzeStages(tx);
  if ((await lockAll(tx, sources)) === 0) {
    onDifferences?.(await withYears(tx, await stagedBookDifferences(tx), []));
    return;
  }
  // A close that a request has set meanwhile concerns what only this load knows of.
  const isPriced = (await selectLastClose(tx)) !== closes;
  refuseFor(await stageAgain(tx, now, isPriced ? await selectComputed(tx) : await selectMoved(tx)));
  await updateTouchedVersions(tx);
  await renewAcceptedVersions(tx);
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
  for (const sentence of await formsOutdatedByLoad(tx)) notify(sentence);
}

/** Locks what is touched, and keeps others from being touched; returns how many accounts there are.
 * Accounts that such bookings touch are computed in their turn, without locks,
 * so that nobody waits in a circle. */
async function lockAll(tx: Tx, sources: Sources): Promise<number> {
  const ofBookings = byBookings.get(tx) ?? [];
  // Rows that were booked meanwhile may also move lots on.
  const touches = [...ofBookings, () => touchReceivers(tx)];
  for (;;) {
    await beginLocking(tx);
    const locked = await lockTouched(tx);
    await lockClosesForLoad(tx, { holdsBookings: ofBookings.length > 0 });
    for (const touch of touches) await touch();
    if ((await selectTouchedBeside(tx, locked)).length === 0) return locked.length;
    // The marks of touched accounts are taken back with the locks.
    await releaseLocks(tx);
    for (const touch of touches) await touch();
    const joined = await selectTouchedBeside(tx, locked);
    for (let at = 0; at < joined.length; at += accountsAtOnce) {
      const some = joined.slice(at, at + accountsAtOnce);
      refuseFor(await stageTouched(tx, sources, some));
    }
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

/** Accounts that a request has changed meanwhile are computed again with those to which their lots go, now
 * that none can. */
async function stageAgain(
  tx: Tx,
  now: Date,
  moved: readonly TouchedAccount[],
): Promise<LineProblem[]> {
  if (moved.length === 0) return [];
  const again = new Map(moved.map((each) => [each.accountNumber, each]));
  await updateAddedSettings(tx, [...again.keys()]);
  // By another method other lots are moved on.
  const ofLots = moved.filter((each) => each.ofLots).map(({ accountNumber }) => accountNumber);
  for (const accountNumber of await withReceivers(tx, ofLots)) {
    again.set(accountNumber, { accountNumber, ofLots: true });
  }
  await unstageBooks(tx, [...again.keys()]);
  return stageTouched(tx, openSources(tx, now), [...again.values()]);
}

interface Staging {
  /** Whether the load is refused anyway, so that nothing has to be stored. */
  readonly isRefused: boolean;
  /** Receives the series with returns that are too large to be believed. */
  readonly large: StagedSeries[];
}

async function stageTouched(
  tx: Tx,
  sources: Sources,
  touched: readonly TouchedAccount[],
  { isRefused, large }: Staging = { isRefused: false, large: [] },
): Promise<LineProblem[]> {
  const states = await selectStates(
    tx,
    touched.map(({ accountNumber }) => accountNumber),
  );
  const known = new Map(touched.map((each) => [each.accountNumber, each]));
  const toCompute = states.map((state) => {
    const { ofLots = true, from } = known.get(state.accountNumber) ?? {};
    return { state, ofLots, from: from ?? undefined };
  });
  const books = await computeBooks(tx, sources, toCompute);
  const wrong = books.filter(({ problems }) => problems.length > 0);
  if (wrong.length > 0) return placed(tx, wrong);
  for (const { series } of books) large.push(...series.filter((each) => each.large.length > 0));
  if (!isRefused) {
    await insertComputedStates(tx, states);
    await stageBooks(tx, books);
  }
  return [];
}

function refuseBeyond(all: number, most: number): void {
  if (all <= most) return;
  const reason =
    `It concerns the books of ${counted(all, "account")}, and a load by request those of ` +
    `${most} at most; \`bursar load\` has no such bound.`;
  throw new RowsRefused([{ reason }]);
}

type LineProblem = RowsRefused["problems"][number];

async function placed(tx: Tx, wrong: readonly Books[]): Promise<LineProblem[]> {
  // Facts that accounts cannot apply together are a problem of each of them.
  const problems = [...new Set(wrong.flatMap((each) => each.problems))];
  const numbers = new Set(
    problems.flatMap((problem) => [problem, ...(problem.orElse ?? [])].map(accountNumberOf)),
  );
  const givers = await selectEverGivers(tx, [...numbers]);
  const all = numbers.union(new Set([...givers.values()].flat()));
  const lines = Map.groupBy(await selectLinesOfLoad(tx, [...all]), accountNumberOf);
  return problems.map((problem) => placedProblem(problem, { lines, givers }));
}

interface LinesOfLoad {
  readonly lines: ReadonlyMap<string, readonly AddedLine[]>;
  /** The accounts that ever moved lots to one, however far back. */
  readonly givers: ReadonlyMap<string, readonly string[]>;
}

/** A fact accepted before is reported at the first line of its account, or of one from which lots came to
 * it: one of these lines caused it. */
function placedProblem(problem: FactProblem, { lines, givers }: LinesOfLoad): LineProblem {
  const kind = "transactions";
  const { orElse = [], accountNumber } = problem;
  for (const each of [problem, ...orElse]) {
    const { transactionId, column, reason, cure } = each;
    const own = (lines.get(each.accountNumber) ?? []).find(
      (line) => line.transactionId === transactionId,
    );
    if (own === undefined) continue;
    return { kind, line: own.line, ...(column && { column }), reason, ...(cure && { cure }) };
  }
  const { transactionId, reason } = problem;
  const could = `accepted before, could not be applied any more: ${reason}`;
  const causes = [accountNumber, ...(givers.get(accountNumber) ?? [])];
  const first = causes.flatMap((number) => lines.get(number) ?? []).at(0);
  const whose = first?.accountNumber === accountNumber ? "" : ` of ${accountNumber}`;
  const said = `Transaction ${transactionId}${whose}, ${could}`;
  return first === undefined ? { reason: said } : { kind, line: first.line, reason: said };
}

function refuseFor(problems: readonly LineProblem[]): void {
  if (problems.length === 0) return;
  // Accounts between which lots move may have been computed more than once.
  const each = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  throw new RowsRefused([...each.values()].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}
