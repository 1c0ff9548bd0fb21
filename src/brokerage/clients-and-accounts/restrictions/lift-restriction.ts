// Lifting a restriction of an account.

import { isId } from "@bursar/values/ids";
import { lockHead } from "../../../platform/change/audit.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { liftRestrictionEntry } from "./entries.ts";
import { restrictionErrors } from "./errors.ts";
import { eventData, restrictionLifted } from "./events.ts";
import { selectRestriction, updateRestrictionLifted } from "./queries.ts";
import { problemsWithLifting } from "./rules.ts";

/** Lifts a restriction in force; 404 when the account has none with this id. */
export async function liftRestriction(
  ctx: Context,
  accountNumber: string,
  id: string,
): Promise<void> {
  await write(ctx, liftRestrictionEntry, async (tx) => {
    const [account, restriction] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      isId(id) ? selectRestriction(tx, accountNumber, id) : undefined,
      lockHead(tx, accountNumber),
    ]);
    if (restriction === undefined) throw notFound(restrictionErrors.notFound);
    refuseFor(problemsWithLifting(restriction, ctx.caller.firm.kind));

    updateRestrictionLifted(tx, account.number, restriction.id, ctx.now);
    const detail = { restrictionsLifted: [restriction.id] };
    const events = [restrictionLifted(eventData(restriction))];
    return { value: null, audit: [{ subject: account.number, detail, events }] };
  });
}
