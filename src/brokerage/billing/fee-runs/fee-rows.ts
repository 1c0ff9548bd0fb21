// The transactions by which a fee is taken and comes back. Pure. (docs/billing.md)
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { FolioNumber, Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import type { NewTransaction } from "../../books/account-books/changes.ts";
import type { FreeCash } from "../../books/balances/reads.ts";

/** The folio with the cash of an account. */
function cashFolio(accountNumber: string): FolioNumber {
  return `${accountNumber}01` as FolioNumber;
}

/** The amount that is taken, in cents, and the day. */
export interface Taken {
  readonly accountNumber: string;
  readonly cents: bigint;
  readonly on: Day;
}

/** Journals that bring what the cash folio lacks: from the folio with most cash first, ties to the lower number. */
export function raisingRows({ accountNumber, cents, on }: Taken, cash: FreeCash): NewTransaction[] {
  const own = cashFolio(accountNumber);
  const there = cash.folios.find(({ folioNumber }) => folioNumber === own)?.cents ?? 0n;
  let lacking = there > 0n ? cents - there : cents;
  const givers = cash.folios
    .filter((folio) => folio.folioNumber !== own && folio.cents > 0n)
    .toSorted((a, b) => (a.cents > b.cents ? -1 : a.cents < b.cents ? 1 : 0));
  const rows: NewTransaction[] = [];
  for (const giver of givers) {
    if (lacking <= 0n) break;
    const given = giver.cents < lacking ? giver.cents : lacking;
    lacking -= given;
    rows.push({
      transactionType: "CJL",
      folioNumber: giver.folioNumber as FolioNumber,
      toFolioNumber: own,
      tradeDate: on,
      amount: money(given),
    });
  }
  return rows;
}

/** The fee itself; one that is paid from outside takes no cash. */
export function feeRow(
  { accountNumber, cents, on }: Taken,
  { isPaidOutside }: { readonly isPaidOutside: boolean },
): NewTransaction {
  return {
    transactionType: "FEE",
    folioNumber: cashFolio(accountNumber),
    tradeDate: on,
    amount: money(cents),
    feeKind: "advisory",
    ...(isPaidOutside && { feePaidBy: "outside" }),
  };
}

/** The amount that the payer gives for another account. */
export function payerRow({ accountNumber, cents, on }: Taken): NewTransaction {
  const folioNumber = cashFolio(accountNumber);
  return { transactionType: "WDL", folioNumber, tradeDate: on, amount: money(cents) };
}

/** The amount that comes back to the payer of another account. */
export function payerRefundRow({ accountNumber, cents, on }: Taken): NewTransaction {
  const folioNumber = cashFolio(accountNumber);
  return { transactionType: "DEP", folioNumber, tradeDate: on, amount: money(cents) };
}

/** A fee that comes back, of which there may be no fee of its own. */
export interface Refunded extends Taken {
  readonly reverses?: Id | undefined;
  readonly folioNumber?: FolioNumber | undefined;
  readonly feePaidBy?: string | undefined;
}

/** A fee that comes back: on its own day, and nothing of the past moves. */
export function refundRow(refund: Refunded): NewTransaction {
  const { accountNumber, cents, on, reverses, folioNumber, feePaidBy } = refund;
  return {
    transactionType: "FEE",
    folioNumber: folioNumber ?? cashFolio(accountNumber),
    tradeDate: on,
    amount: money(cents),
    feeKind: "refund",
    ...(reverses && { reverses }),
    ...(feePaidBy && { feePaidBy }),
  };
}

function money(cents: bigint): Decimal {
  return moneyText(cents) as Decimal;
}
