// Debt that was bought off par and whose basis nothing has adjusted: `bursar report` names it, since premium and
// discount are not computed here. (docs/tax-lots.md, "Reported lots")
import type { Reader } from "../../../../platform/store/db.ts";
import type { ReportedYear } from "../reported/queries.ts";
import { selectDebtOffPar } from "./debt-queries.ts";

/** A sentence for each such security that the account held in the year. */
export async function debtOffPar(db: Reader, year: ReportedYear): Promise<string[]> {
  const found = await selectDebtOffPar(db, year);
  return found.map(
    ({ ticker, on, transactionId, paid, purchases }) =>
      `${ticker} was bought off par on ${on} (transaction ${transactionId}, ${paid} for 1 of face` +
      `${purchases > 1 ? `; ${purchases} such purchases` : ""}), and no BAS adjusts its basis.`,
  );
}
