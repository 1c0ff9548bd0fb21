// The operator's verdict on a member's identity.
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockMemberForCaller, updateCipStatus } from "../members/changes.ts";
import { selectIsTidShared } from "./case-queries.ts";
import { updateVerificationEntry } from "./entries.ts";
import { memberVerified } from "./events.ts";
import { problemsWithStatus } from "./rules.ts";
import type { VerificationUpdate } from "./schema.ts";

/** Gives the member's verification a status; the one that it has changes nothing. */
export async function updateVerification(
  ctx: Context,
  loginId: string,
  request: VerificationUpdate,
): Promise<void> {
  await write(ctx, updateVerificationEntry, async (tx) => {
    const { cipStatus } = await lockMemberForCaller(tx, ctx.caller, loginId);
    const isTidShared = await selectIsTidShared(tx, loginId);
    refuseFor(problemsWithStatus(cipStatus, request, { isTidShared }));

    const { status, comment = null } = request;
    updateCipStatus(tx, loginId, status);
    const events = cipStatus === status ? [] : [memberVerified({ loginId, status })];
    const states = { before: { cipStatus }, after: { cipStatus: status } };
    const note = { subject: `member:${loginId}`, ...states, detail: { comment }, events };
    return { value: null, audit: [note] };
  });
}
