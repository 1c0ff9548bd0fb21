// Saying who works on a break. (interface 4.20)

import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../../clients-and-accounts/accounts/changes.ts";
import { assignBreakEntry } from "./entries.ts";
import { reconciliationErrors } from "./errors.ts";
import { selectStandingBreak, updateAssignee } from "./queries.ts";
import type { BreakAssignment } from "./schema.ts";

/** Assigns a break that stands to somebody, or to nobody, as long as it stands. 404 when no break of
 * the account stands with this id. */
export async function assignBreak(
  ctx: Context,
  { accountNumber, breakId }: { readonly accountNumber: string; readonly breakId: string },
  { assignee }: BreakAssignment,
): Promise<void> {
  await write(ctx, assignBreakEntry, async (tx) => {
    const [account, found] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      isId(breakId) ? selectStandingBreak(tx, accountNumber, breakId) : undefined,
    ]);
    if (found === undefined) throw notFound(reconciliationErrors.notFound);
    updateAssignee(tx, { accountNumber: account.number, breakId }, assignee);
    const entry = {
      subject: account.number,
      before: { assignee: found.assignee },
      after: { assignee },
      detail: { breakId, date: found.reconciledOn },
    };
    return { value: null, audit: [entry] };
  });
}
