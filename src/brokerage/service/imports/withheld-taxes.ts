// Tax that files have in rows of its own: it belongs to the payout of its day and security.
import type { TransactionFact } from "@bursar/custodian-files";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { type Booking, moneyText } from "./bookings.ts";

const columnOf: Readonly<Record<string, string>> = {
  federalTax: "federalTaxWithholding",
  foreignTax: "foreignTaxWithholding",
};

/** Whether a row is a tax, and no transaction by itself. */
export function isTax({ transactionType }: TransactionFact): boolean {
  return transactionType in columnOf;
}

/** A tax with the account and security of its row. */
export type TaxRow = Pick<Booking, "accountNumber" | "securityId" | "rowIds" | "file" | "line"> & {
  readonly fact: TransactionFact;
};

/** The bookings, those that a tax belongs to with their tax; a tax without a payout is a problem. */
export function withTaxes(
  bookings: readonly Booking[],
  taxes: readonly TaxRow[],
): { readonly bookings: readonly Booking[]; readonly problems: readonly LoadProblem[] } {
  const payoutKey = (accountNumber: string, tradeDate: string, securityId: string | undefined) =>
    [accountNumber, tradeDate, securityId].join(" ");
  const payouts = new Map<string, number[]>();
  const taxed = [...bookings];
  for (const [at, { type, accountNumber, tradeDate, securityId }] of taxed.entries()) {
    if (type !== "DIV" && type !== "INT") continue;
    const key = payoutKey(accountNumber, tradeDate, securityId);
    payouts.set(key, [...(payouts.get(key) ?? []), at]);
  }
  const problems: LoadProblem[] = [];
  for (const { fact, accountNumber, securityId, rowIds, file, line } of taxes) {
    const column = columnOf[fact.transactionType] ?? "";
    const places = payouts.get(payoutKey(accountNumber, fact.tradeDate, securityId)) ?? [];
    const at = places.find((place) => taxed[place]?.columns[column] === undefined);
    const payout = at === undefined ? undefined : taxed[at];
    if (at === undefined || payout === undefined) {
      const cure = `answer the action "${fact.action}" with another type, such as ADM`;
      const reason = "The files have no payout of its day and security that it is withheld from.";
      problems.push({ file, line, reason, cure });
      continue;
    }
    const columns = { ...payout.columns, [column]: moneyText(fact.amount) };
    taxed[at] = { ...payout, columns, rowIds: [...payout.rowIds, ...rowIds] };
  }
  return { bookings: taxed, problems };
}
