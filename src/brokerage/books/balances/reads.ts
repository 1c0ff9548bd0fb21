// Reads of balances for other resources: the cash of accounts that is free to pay fees.
// (docs/balances.md)
import { newYorkDay } from "@bursar/values/dates";
import { places, unitsOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import { selectAccountCash } from "./queries.ts";
import { balancesOfRow, cashHoldsOf } from "./read-balances.ts";
import { firstUnsettled } from "./unsettled-cash.ts";

/** The free part of an account's cash, and the cash of its folios by trade date, in cents. */
export interface FreeCash {
  /** Settled, less all debits to come, reserves and pending withdrawals; never below 0. A held deposit counts. */
  readonly free: bigint;
  /** By number. */
  readonly folios: readonly { readonly folioNumber: string; readonly cents: bigint }[];
}

/** The free cash of some accounts today, by number; the calendar has the days on which trades settle. */
export async function selectFreeCash(
  db: Reader,
  { now, calendar }: { readonly now: Date; readonly calendar: Calendar },
  numbers: readonly string[],
): Promise<ReadonlyMap<string, FreeCash>> {
  const on = newYorkDay(now);
  const asked = { on, isToday: true, ...firstUnsettled(calendar, on) };
  const found = new Map<string, FreeCash>();
  for (const row of await selectAccountCash(db, numbers, asked)) {
    const { settled, debits } = await balancesOfRow(db, row, { calendar, on });
    const { reserved, pending } = cashHoldsOf(row, on);
    const free = settled - debits - reserved - pending;
    const folios = row.folios.map(({ folioNumber, cash }) => {
      return { folioNumber, cents: unitsOf(cash, places.money) };
    });
    found.set(row.accountNumber, { free: free > 0n ? free : 0n, folios });
  }
  return found;
}
