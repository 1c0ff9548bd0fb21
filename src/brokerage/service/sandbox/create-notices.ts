// Giving notice of a corporate action to every holder of its security. (interface 4.22)

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { selectSecurityOf } from "../../../reference/securities/queries.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { holdersOn } from "../../books/account-books/reads.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import {
  giveNotice,
  problemsWithNewNotice,
} from "../../corporate-events/corporate-actions/changes.ts";
import { createNoticesEntry } from "./entries.ts";
import { simulationErrors } from "./errors.ts";
import type { NoticeToHolders } from "./schema.ts";

/** How many accounts one request may reach. */
const mostHolders = 1_000;

/** Stores a notice for each account that holds the security on the record date: all or none. */
export async function createNotices(
  ctx: Context,
  { recordDate = newYorkDay(ctx.now), ...notice }: NoticeToHolders,
): Promise<void> {
  await write(ctx, createNoticesEntry, async (tx) => {
    const security = await selectSecurityOf(tx, notice.ticker);
    refuseFor(problemsWithNewNotice(notice, security !== undefined));
    const holders = security ? await holdersOn(tx, security, recordDate, mostHolders) : [];
    refuseFor(holders.length > mostHolders ? [ruleProblem(simulationErrors.size)] : []);
    const audit = [];
    for (const { accountNumber, shares } of holders) {
      const { number } = await lockAccountForCaller(tx, ctx.caller, accountNumber, "papers");
      const holder = { accountNumber: number, notifId: ctx.newId(), held: shares };
      audit.push(giveNotice(tx, holder, notice));
    }
    return { value: null, audit };
  });
}
