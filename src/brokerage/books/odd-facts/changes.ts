// What a load says of its facts that are odd: they are stored, and told so that a person can look at them.
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

/** Tells of the transactions that the running load adds what they show by themselves, beside closes and beside
 * others; before books are computed, so that nothing is locked meanwhile. */
export async function tellOddFacts(tx: Tx, notify: Notify): Promise<void> {
  if (!(await hasLoaded(tx, "transactions"))) return;
  await keepLoaded(tx);
  await tell(tx, notify, ofLoad, ({ isOfLots }) => !isOfLots);
}

/** Tells of what the load adds that lots show, once they follow it, and of stored splits that its own
 * contradict. */
export const tellOddLots: AfterAll = async (tx, { notify }) => {
  await keepLoaded(tx);
  await tell(tx, notify, ofLoadedSplits, ({ kind }) => kind === "split that is not listed");
  await tell(tx, notify, ofLoadStored, ({ isOfLots }) => isOfLots);
};

/** Tells of days whose return is too large to be believed and was not stored so. */
export function tellLargeReturns(series: readonly ChangedSeries[], notify: Notify): void {
  const days = series.flatMap(({ folioNumber, large }) =>
    // The account's own is that of its folios.
    folioNumber === "" ? [] : large.map((day) => ({ folioNumber, ...day })),
  );
  const first = days.slice(0, ofLoad.most).map(({ folioNumber, on, value }) => {
    return returnSentence({ folioNumber, on, percent: textOf(value, 5) as Decimal });
  });
  tellFirst({ count: days.length, first }, notify);
}

type ChangedSeries = Pick<StagedSeries, "folioNumber" | "large">;

async function tell(
  tx: Tx,
  notify: Notify,
  scope: Scope,
  isTold: (finding: (typeof findings)[number]) => boolean,
): Promise<void> {
  const read: Read = (statement, values) => query(tx, statement, values);
  for (const finding of findings.filter(isTold)) {
    tellFirst(await finding.find(read, scope, tx), notify);
  }
}

function tellFirst({ count, first }: Found, notify: Notify): void {
  for (const sentence of first) notify(sentence);
  const more = count - first.length;
  if (more > 0) notify(`And ${more} more like the last.`);
}
