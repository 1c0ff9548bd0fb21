// The lots of an account as facts until a day have made them. (docs/statements.md)
import { type ClosedLot, closedLots, type OpenLot, openLots } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import type { TransactionRow } from "../transactions/reads.ts";
import type { Sources } from "./sources.ts";
import { selectStates } from "./state-queries.ts";
import { openTied } from "./tied-accounts.ts";

/** The lots that are open at the end of a day, and those that were closed until then. */
export interface LotsUntil {
  readonly open: readonly OpenLot[];
  readonly closed: readonly ClosedLot[];
}

/** Works out the lots from an account's rows. What cannot be applied gives none: a load refuses it, so that
 * only facts whose cause lies after the day are without their lots. */
export async function lotsUntil(
  db: Reader,
  sources: Sources,
  {
    accountNumber,
    rows,
    day,
  }: {
    readonly accountNumber: string;
    readonly rows: readonly TransactionRow[];
    readonly day: Day;
  },
): Promise<LotsUntil> {
  const [state] = await selectStates(db, [accountNumber]);
  const until = rowsUntil(rows, day);
  if (state === undefined || until.length === 0) return { open: [], closed: [] };
  const asOf = { ...sources, today: day };
  const apply = await openTied(db, asOf, [{ state, rows: until }]);
  const applied = await apply({ state, rows: until });
  if (applied.problems !== undefined) return { open: [], closed: [] };
  return { open: openLots(applied.lots), closed: [...closedLots(applied.lots)] };
}

/** The rows of trade dates until a day. Those that were taken back are no facts, but show what lots that are named of
 * them became. */
function rowsUntil(rows: readonly TransactionRow[], day: Day): TransactionRow[] {
  return rows.filter(
    ({ tradeOn, isTakenBack }) => isTakenBack || tradeOn === null || tradeOn <= day,
  );
}
