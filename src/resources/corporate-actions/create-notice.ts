// Giving a holder notice of a corporate action. (interface 2.6)
import type { Context } from "../../platform/change/context.ts";
import { write } from "../../platform/change/write.ts";
import type { Decimal } from "../../values/decimal.ts";
import { refuseFor } from "../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { type Answered, createNoticeEntry } from "./entries.ts";
import { noticeCreated } from "./events.ts";
import { firstStatus } from "./life-cycle.ts";
import { bodyOf } from "./list-corporate-actions.ts";
import { selectHeld, storeNotice } from "./notice-queries.ts";
import { newNotice } from "./notice-row.ts";
import { problemsWithNotice } from "./notice-rules.ts";
import type { NewNotice } from "./schema.ts";

/** Stores a notice, and returns the id that was drawn for it. */
export async function createNotice(
  ctx: Context,
  accountNumber: string,
  request: NewNotice,
): Promise<string> {
  return write(ctx, createNoticeEntry, async (tx) => {
    const [account, held] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber),
      selectHeld(tx, accountNumber, request.ticker),
    ]);
    const key = { accountNumber, notifId: ctx.newId(), status: firstStatus };
    const notice = newNotice(key, request, held ?? ("0" as Decimal));
    refuseFor(problemsWithNotice(notice, held !== undefined));

    const body = bodyOf(notice);
    storeNotice(tx, notice, body);
    const { notifId: notifid, status } = notice;
    const after = { notifid, status, record: JSON.parse(body) as Answered };
    const events = [noticeCreated({ notifid, status })];
    return { value: notifid, audit: [{ subject: account.number, after, events }] };
  });
}
