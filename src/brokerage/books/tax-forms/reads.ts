// What other resources may read of tax forms: income that has no kind.
import type { Reader } from "../../../platform/store/db.ts";
import { counted } from "../../../values/readable.ts";
import { selectUnclassified } from "./income-queries.ts";

/** How many tax years of taxable accounts have income without a kind, and the first of them in
 * sentences. */
export async function unclassifiedIncome(
  db: Reader,
  most: number,
): Promise<{ readonly count: number; readonly first: readonly string[] }> {
  const found = await selectUnclassified(db, most);
  const first = found.map(
    ({ accountNumber, taxYear, rows, amount, first: id }) =>
      `${accountNumber}: ${counted(rows, "dividend or interest payment has", "dividends and interest payments have")} ` +
      `no incomeKind in ${taxYear} (${amount}), the first transaction ${id}; tax papers call it not classified.`,
  );
  return { count: found[0]?.count ?? 0, first };
}
