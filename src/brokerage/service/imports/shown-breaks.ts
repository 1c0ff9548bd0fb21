// The breaks that an import ends with, as they are shown.
import { moneyText, textOf } from "@bursar/values/units";
import { type Difference, placesOfKind } from "../../books/reconciliations/reads.ts";
import type { Brought } from "./run-import.ts";

/** A break with its security by ticker and its figures as decimals. */
export interface ShownBreak {
  readonly accountNumber: string;
  readonly date: string;
  readonly kind: string;
  /** Empty for cash. */
  readonly ticker: string;
  /** Of lots: the day on which they were acquired, empty where it is not known. */
  readonly acquiredOn: string | null;
  readonly custodian: string;
  readonly books: string | null;
  readonly difference: string | null;
  /** In money, where a price is known. */
  readonly amount: string | null;
  readonly cause: Difference["cause"];
}

/** The breaks of all days. */
export function shownBreaks({ breaks, plan }: Brought): ShownBreak[] {
  return breaks.flatMap(({ on: date, accounts }) =>
    [...accounts].flatMap(([accountNumber, found]) =>
      found.map(({ kind, security, acquiredOn, custodian, books, amount, cause }): ShownBreak => {
        const text = (figure: bigint) => textOf(figure, placesOfKind(kind));
        return {
          accountNumber,
          date,
          kind,
          // A security that the books do not have is named by the custodian's symbol.
          ticker: plan.tickers.get(security) ?? security.replace(/^:/, ""),
          acquiredOn: acquiredOn ?? null,
          custodian: text(custodian),
          books: books === undefined ? null : text(books),
          difference: books === undefined ? null : text(custodian - books),
          amount: amount === undefined ? null : moneyText(amount),
          cause,
        };
      }),
    ),
  );
}
