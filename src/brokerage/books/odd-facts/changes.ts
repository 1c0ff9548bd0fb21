// Reports odd facts of a load: they are stored, and reported for a person to look at.
// Nothing is refused for them. (docs/loading.md, "Odd facts")
import type { Decimal } from "@bursar/values/decimal";
import { textOf } from "@bursar/values/units";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import type { AfterAll, Notify } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import type { StagedSeries } from "../performance/changes.ts";
import { type Found, findings, type Read } from "./findings.ts";
import {
  hasLoaded,
  keepLoaded,
  ofLoad,
  ofLoadedSplits,
  ofLoadStored,
  type Scope,
} from "./scope-queries.ts";
import { returnSentence } from "./sentences.ts";

/** Reports what transactions of the running load show by themselves, compared with closes and with
 * others; before books are computed, so that nothing is locked meanwhile. */
export async function reportOddFacts(tx: Tx, notify: Notify): Promise<void> {
  if (!(await hasLoaded(tx, "transactions"))) return;
  await keepLoaded(tx);
  await report(tx, notify, ofLoad, ({ isOfLots }) => !isOfLots);
}

/** Reports on what the load adds that lots show, once they follow it, and of stored splits that its own
 * contradict. */
export const reportOddLots: AfterAll = async (tx, { notify }) => {
  await keepLoaded(tx);
  await report(tx, notify, ofLoadedSplits, ({ kind }) => kind === "split that is not listed");
  await report(tx, notify, ofLoadStored, ({ isOfLots }) => isOfLots);
};

/** Reports days whose return is too large to be believed and was not stored so. */
export function reportLargeReturns(series: readonly ChangedSeries[], notify: Notify): void {
  const days = series.flatMap(({ folioNumber, large }) =>
    // The account's own is that of its folios.
    folioNumber === "" ? [] : large.map((day) => ({ folioNumber, ...day })),
  );
  const first = days.slice(0, ofLoad.most).map(({ folioNumber, on, value }) => {
    return returnSentence({ folioNumber, on, percent: textOf(value, 5) as Decimal });
  });
  reportFirst({ count: days.length, first }, notify);
}

type ChangedSeries = Pick<StagedSeries, "folioNumber" | "large">;

async function report(
  tx: Tx,
  notify: Notify,
  scope: Scope,
  isReported: (finding: (typeof findings)[number]) => boolean,
): Promise<void> {
  const read: Read = (statement, values) => query(tx, statement, values);
  for (const finding of findings.filter(isReported)) {
    reportFirst(await finding.find(read, scope, tx), notify);
  }
}

function reportFirst({ count, first }: Found, notify: Notify): void {
  for (const sentence of first) notify(sentence);
  const more = count - first.length;
  if (more > 0) notify(`And ${more} more like the last.`);
}
