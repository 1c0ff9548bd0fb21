// Changing a notice; answers to questions that are no longer the same are dropped. (interface 2.6)
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { updateNoticeEntry } from "./entries.ts";
import { corporateActionErrors } from "./errors.ts";
import { noticeUpdated } from "./events.ts";
import { encodeCorporateAction } from "./list-corporate-actions.ts";
import { selectHeld, storeNotice } from "./notice-queries.ts";
import { changedNotice } from "./notice-row.ts";
import { answersThatRemain, problemsWithNotice, statusOfNotice } from "./notice-rules.ts";
import { replaceAnswers, selectCorporateAction } from "./queries.ts";
import type { NoticeUpdate } from "./schema.ts";

/** Changes a notice; 404 when the account has none with this id. */
export async function updateNotice(
  ctx: Context,
  { accountNumber, notifId }: { readonly accountNumber: string; readonly notifId: string },
  { notifid: _, ...request }: NoticeUpdate,
): Promise<void> {
  await write(ctx, updateNoticeEntry, async (tx) => {
    const [account, stored] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectCorporateAction(tx, accountNumber, notifId),
    ]);
    if (stored === undefined) throw notFound(corporateActionErrors.notFound);
    const asked = changedNotice(stored, request);
    const held = await selectHeld(tx, accountNumber, asked.ticker);
    const answers = answersThatRemain(stored.answers, stored.questions, asked.questions);
    const deadline = { stored: stored.deadlineAt, given: asked.deadlineAt };
    const status = statusOfNotice({ ...asked, answers }, deadline, ctx.now);
    const notice = { ...asked, answers, status };
    refuseFor(problemsWithNotice(notice, held !== undefined));

    const was = encodeCorporateAction(stored);
    const is = encodeCorporateAction(notice);
    if (isDeepStrictEqual(was, is)) return { value: null, audit: [] };
    storeNotice(tx, notice);
    if (answers.length < stored.answers.length) replaceAnswers(tx, notice);
    const before = { notifid: notifId, status: stored.status, record: was };
    const after = { notifid: notifId, status: notice.status, record: is };
    const events = [noticeUpdated({ notifid: notifId, status: notice.status })];
    return { value: null, audit: [{ subject: account.number, before, after, events }] };
  });
}
