// Permitting a member on an account that it does not own. (interface 6.2)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { none } from "../../../values/life-cycle.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { selectAccountOwners } from "../accounts/reads.ts";
import { selectCallerMember } from "../members/reads.ts";
import { grantPermissionEntry } from "./entries.ts";
import { permissionGranted } from "./events.ts";
import { insertPermission, selectPermissions } from "./queries.ts";
import { problemsWithGrant } from "./rules.ts";
import type { NewPermission } from "./schema.ts";

/** Permits a member of the account's firm. */
export async function grantPermission(
  ctx: Context,
  accountNumber: string,
  request: NewPermission,
): Promise<null> {
  return write(ctx, grantPermissionEntry, async (tx) => {
    const { accountNumber: _path, ...granted } = request;
    const { loginId, permission } = granted;
    // The lock makes two that permit one member come one after the other.
    const [account, owners, permissions, member] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectAccountOwners(tx, accountNumber),
      selectPermissions(tx, accountNumber),
      selectCallerMember(tx, loginId),
    ]);
    const held = permissions.find((each) => each.loginId === loginId)?.permission ?? none;
    const isOfFirm = member?.firm.oid === account.firmOid;
    refuseFor(problemsWithGrant(request, { held, isOfFirm, isOwner: owners.includes(loginId) }));

    insertPermission(tx, account.number, granted);
    const events = [permissionGranted({ loginId, permission })];
    const after = { permission: granted };
    return { value: null, audit: [{ subject: account.number, after, events }] };
  });
}
