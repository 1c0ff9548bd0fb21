// Expires a notice without a vote once its deadline has passed.
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { expireNoticeEntry } from "./entries.ts";
import { noticeExpired } from "./events.ts";
import type { DueNotice } from "./notice-queries.ts";
import { selectCorporateAction, updateStatus } from "./queries.ts";

/** Expires a notice if that is still due; returns whether it was. */
export async function expireNotice(
  ctx: WriteContext,
  { accountNumber, notifId }: DueNotice,
): Promise<boolean> {
  return write(ctx, expireNoticeEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    const notice = await selectCorporateAction(tx, accountNumber, notifId);
    const { deadlineAt } = notice ?? {};
    if (notice?.status !== "New" || !deadlineAt || deadlineAt >= ctx.now) {
      return { value: false, audit: [] };
    }
    const expired = { ...notice, status: "Expired" };
    updateStatus(tx, expired);
    const of = (status: string) => ({ notifid: notifId, status });
    const events = [noticeExpired(of(expired.status))];
    const note = { subject: accountNumber, before: of("New"), after: of("Expired"), events };
    return { value: true, audit: [note] };
  });
}
