// Taking what a member may do with an account. (interface 6.2)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { none } from "../../../values/life-cycle.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { revokePermissionEntry } from "./entries.ts";
import { permissionErrors } from "./errors.ts";
import { permissionRevoked } from "./events.ts";
import { deletePermission, selectPermissions } from "./queries.ts";
import { problemsWithStep } from "./rules.ts";

/** Takes a member's permission; 404 when the member has none on the account. */
export async function revokePermission(
  ctx: Context,
  accountNumber: string,
  loginId: string,
): Promise<void> {
  await write(ctx, revokePermissionEntry, async (tx) => {
    const [account, permissions] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectPermissions(tx, accountNumber),
    ]);
    const held = permissions.find((each) => each.loginId === loginId);
    if (held === undefined) throw notFound(permissionErrors.existence);
    refuseFor(problemsWithStep(held.permission, none));

    deletePermission(tx, account.number, loginId);
    const events = [
      permissionRevoked({ loginId, permission: held.permission }, { formerLogins: [loginId] }),
    ];
    const before = { permission: held };
    return { value: null, audit: [{ subject: account.number, before, events }] };
  });
}
