// `bursar verify series`: check that what is packed for reading is what the daily rows say.
import { verifySeries } from "../resources/performance/verify-series.ts";
import { printJson, printLines, withStore } from "./command-context.ts";
import { CommandFault } from "./failure.ts";

/** Checks every packed quarter; ends with 1 and names the first that differs. */
export async function verifySeriesCommand({ json = false }: { json?: boolean }): Promise<void> {
  const result = await withStore("verify", ({ db }) => verifySeries(db));
  const { series, days, faults } = result;
  if (json) printJson(result);
  else printLines(`${days} days of ${series} series, ${faults.length} quarters differ`);
  const [first] = faults;
  if (first === undefined) return;
  const { accountNumber, folioNumber, quarterOn } = first;
  const name = folioNumber === "" ? `account ${accountNumber}` : `folio ${folioNumber}`;
  throw new CommandFault(`The packed values of ${name} in the quarter of ${quarterOn} differ.`);
}
