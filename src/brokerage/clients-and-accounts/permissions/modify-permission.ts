// Changing what a member may do with an account. (interface 6.2)
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound, refuseFor } from "../../../values/problem.ts";
import { lockAccountForCaller } from "../accounts/changes.ts";
import { modifyPermissionEntry } from "./entries.ts";
import { permissionErrors } from "./errors.ts";
import { permissionModified } from "./events.ts";
import { selectPermissions, updatePermission } from "./queries.ts";
import { problemsWithStep } from "./rules.ts";
import type { NewPermission } from "./schema.ts";

/** Gives a member another permission; 404 when the member has none on the account. */
export async function modifyPermission(
  ctx: Context,
  accountNumber: string,
  request: NewPermission,
): Promise<void> {
  await write(ctx, modifyPermissionEntry, async (tx) => {
    const { accountNumber: _path, ...changed } = request;
    const { loginId, permission } = changed;
    const [account, permissions] = await Promise.all([
      lockAccountForCaller(tx, ctx.caller, accountNumber, "papers"),
      selectPermissions(tx, accountNumber),
    ]);
    const held = permissions.find((each) => each.loginId === loginId);
    if (held === undefined) throw notFound(permissionErrors.existence);
    refuseFor(problemsWithStep(held.permission, permission));

    updatePermission(tx, account.number, changed);
    const isSame = isDeepStrictEqual({ ...held }, { ...changed });
    const events = isSame ? [] : [permissionModified({ loginId, permission })];
    const before = { permission: held };
    const after = { permission: changed };
    return { value: null, audit: [{ subject: account.number, before, after, events }] };
  });
}
