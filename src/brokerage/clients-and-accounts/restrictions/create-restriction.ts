// Placing a restriction on an account. (interface 4.11)

import type { Id } from "@bursar/values/ids";
import { lockHead } from "../../../platform/change/audit.ts";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { createRestrictionEntry } from "./entries.ts";
import { restrictionErrors } from "./errors.ts";
import { eventData, restrictionCreated } from "./events.ts";
import { insertRestriction, selectRestrictionsInForce } from "./queries.ts";
import { problemsWith } from "./rules.ts";
import type { NewRestriction } from "./schema.ts";

/** Places a restriction and returns its id; refuses a second one of the same type and reason. */
export async function createRestriction(
  ctx: Context,
  accountNumber: string,
  request: NewRestriction,
): Promise<Id> {
  return write(
    ctx,
    createRestrictionEntry,
    async (tx) => {
      // The store runs statements in the order in which they are sent: the lock comes first.
      const [account, inForce] = await Promise.all([
        lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
        selectRestrictionsInForce(tx, accountNumber),
        lockHead(tx, accountNumber),
      ]);
      refuseFor(problemsWith(request, inForce));

      const id = ctx.newId();
      const restriction = {
        id,
        reasonCode: request.reason.code,
        typeCode: request.type.code,
        inceptionInfo: request.inceptionInfo ?? null,
        createdAt: ctx.now,
      };
      insertRestriction(tx, account.number, restriction);
      const events = [restrictionCreated(eventData(restriction))];
      return { value: id, audit: [{ subject: account.number, after: { restriction }, events }] };
    },
    { refusals: { restriction_in_force_key: ruleProblem(restrictionErrors.alreadyInForce) } },
  );
}
