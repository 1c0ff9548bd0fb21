// Counting what is due to accounts as accrued until it is booked. (docs/corporate-events.md)
import { isDeepStrictEqual } from "node:util";
import type { Day } from "@bursar/values/dates";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { followPromises, type PromisedFrom } from "../../books/account-books/changes.ts";
import {
  type Accrual,
  followVersions,
  lineKey,
  lockAccruals,
  storeAccrued,
} from "./accrual-queries.ts";
import { accrueCorporateEventLineEntry } from "./entries.ts";
import type { DueLine } from "./line-queries.ts";

/** Lets the series of an account follow a line that has changed; returns whether it had. */
export async function accrueCorporateEventLine(ctx: WriteContext, due: DueLine): Promise<boolean> {
  const [isChanged = false] = await accrueTogether(ctx, [due]);
  return isChanged;
}

/** Lets the series of accounts follow lines that have changed, in one transaction; returns of each line whether it had. */
export async function accrueTogether(
  ctx: WriteContext,
  due: readonly DueLine[],
): Promise<readonly boolean[]> {
  return write(ctx, accrueCorporateEventLineEntry, async (tx) => {
    await lockAccounts(tx, [...new Set(due.map(({ accountNumber }) => accountNumber))]);
    const accruals = await lockAccruals(tx, due);
    for (const accrual of accruals) storeAccrued(tx, accrual);
    const promised = promisedOf(accruals);
    await followPromises(tx, ctx, promised);
    followVersions(
      tx,
      promised.map(({ accountNumber }) => accountNumber),
    );
    const changed = new Set(accruals.map(lineKey));
    return {
      value: due.map((line) => changed.has(lineKey(line))),
      audit: accruals.map(({ accountNumber: subject, eventId, accrued, promised }) => ({
        subject,
        before: { eventId, accrued: accrued !== null },
        after: { eventId, accrued: promised !== null },
      })),
    };
  });
}

/** The accounts of which series count something else than before, each with the first day of it. */
function promisedOf(accruals: readonly Accrual[]): PromisedFrom[] {
  const others = accruals.filter(({ accrued, promised }) => !isDeepStrictEqual(accrued, promised));
  return [...Map.groupBy(others, ({ accountNumber }) => accountNumber)].flatMap(
    ([accountNumber, own]) => {
      const from = firstDayOf(own);
      return from === undefined ? [] : [{ accountNumber, from }];
    },
  );
}

/** The first day on which anything is accrued; undefined where nothing was or is. */
function firstDayOf(accruals: readonly Accrual[]): Day | undefined {
  const rows = accruals.flatMap(({ accrued, promised }) => [
    ...(accrued ?? []),
    ...(promised ?? []),
  ]);
  const days = rows.map(({ exDate, tradeDate }) => exDate ?? tradeDate);
  return days.filter((day) => day !== undefined).toSorted()[0];
}
