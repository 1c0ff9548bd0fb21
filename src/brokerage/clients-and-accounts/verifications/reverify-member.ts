// Having a member verified again whose verification has failed.
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { lockMemberForCaller, updateCipStatus } from "../members/changes.ts";
import { reverifyMemberEntry } from "./entries.ts";
import { memberVerified } from "./events.ts";

/** Thrown to take the change back: nothing is stored of a request that changes nothing. */
class AlreadyPassed extends Error {}

/** Has the member verified again, which changes nothing while that is pending; returns whether it
 * is to be verified, and not verified already. */
export async function reverifyMember(ctx: Context, loginId: string): Promise<boolean> {
  try {
    await write(ctx, reverifyMemberEntry, async (tx) => {
      const { cipStatus } = await lockMemberForCaller(tx, ctx.caller, loginId);
      if (cipStatus === "PASSED") throw new AlreadyPassed("the member is verified");
      const status = "PENDING_NEW";
      updateCipStatus(tx, loginId, status);
      const events = cipStatus === status ? [] : [memberVerified({ loginId, status })];
      const states = { before: { cipStatus }, after: { cipStatus: status } };
      return { value: null, audit: [{ subject: `member:${loginId}`, ...states, events }] };
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyPassed) return false;
    throw error;
  }
}
