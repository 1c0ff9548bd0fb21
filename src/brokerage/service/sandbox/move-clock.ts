// Moving the clock of business dates ahead, and doing what that brings. (interface 4.22)
import type { WriteContext } from "../../../platform/change/context.ts";
import { updateDaysAhead } from "../../../platform/change/sandbox-queries.ts";
import { write } from "../../../platform/change/write.ts";
import { businessTime } from "../../../platform/process/clock.ts";
import { requestErrors } from "../../../platform/refusals/errors.ts";
import { invalid, refusal, refuseFor } from "../../../values/problem.ts";
import { runDueJobs } from "../scheduled-jobs/changes.ts";
import { moveClockEntry } from "./entries.ts";

/** Far beyond any date of an offer or account, and within what a date can be. */
const mostDaysAhead = 365_000;

/** Moves the clock of a sandbox ahead, never back, and then sweeps; returns the business time. */
export async function moveClock(ctx: WriteContext, days: number): Promise<Date> {
  const daysAhead = await write(ctx, moveClockEntry, async (tx) => {
    const after = await updateDaysAhead(tx, days);
    if (after === undefined) throw refusal(404, requestErrors.routeNotFound);
    refuseFor(after > mostDaysAhead ? [invalid("days")] : []);
    const audit = [
      {
        subject: "store",
        before: { daysAhead: String(after - days) },
        after: { daysAhead: String(after) },
      },
    ];
    return { value: String(after), audit };
  });
  const now = businessTime(ctx.realNow, Number(daysAhead));
  await runDueJobs({ ...ctx, now });
  return now;
}
