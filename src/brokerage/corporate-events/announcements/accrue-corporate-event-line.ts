// Counting what is due to an account as accrued until it is booked. (docs/corporate-events.md)
import { isDeepStrictEqual } from "node:util";
import type { Day } from "@bursar/values/dates";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { followPromises } from "../../books/account-books/changes.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { type Accrual, followVersion, selectAccrual, storeAccrued } from "./accrual-queries.ts";
import { accrueCorporateEventLineEntry } from "./entries.ts";
import type { DueLine } from "./line-queries.ts";

/** Lets the series of an account follow a line that has changed; returns whether it had. */
export async function accrueCorporateEventLine(ctx: WriteContext, due: DueLine): Promise<boolean> {
  const { accountNumber, eventId } = due;
  return write(ctx, accrueCorporateEventLineEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    const accrual = await selectAccrual(tx, accountNumber, eventId);
    if (accrual === undefined) return { value: false, audit: [] };
    const { accrued, promised } = accrual;
    storeAccrued(tx, due, promised);
    const from = firstDayOf(accrual);
    if (from !== undefined && !isDeepStrictEqual(accrued, promised)) {
      await followPromises(tx, ctx, { accountNumber, from });
      followVersion(tx, accountNumber);
    }
    const note = {
      subject: accountNumber,
      before: { eventId, accrued: accrued !== null },
      after: { eventId, accrued: promised !== null },
    };
    return { value: true, audit: [note] };
  });
}

/** The first day on which anything is accrued; undefined where nothing was or is. */
function firstDayOf({ accrued, promised }: Accrual): Day | undefined {
  const rows = [...(accrued ?? []), ...(promised ?? [])];
  const days = rows.map(({ exDate, tradeDate }) => exDate ?? tradeDate);
  return days.filter((day) => day !== undefined).toSorted()[0];
}
