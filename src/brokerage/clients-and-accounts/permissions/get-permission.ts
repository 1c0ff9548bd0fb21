// Reading what one member may do with an account. (interface 6.2)
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { permissionErrors } from "./errors.ts";
import { listPermissions } from "./list-permissions.ts";
import type { Permission } from "./schema.ts";

/** A member's permission; 404 when the member has none on the account. */
export async function getPermission(
  ctx: Context,
  accountNumber: string,
  loginId: string,
): Promise<Permission> {
  const permissions = await listPermissions(ctx, accountNumber);
  const found = permissions.find((each) => each.loginId === loginId);
  if (found === undefined) throw notFound(permissionErrors.existence);
  return found;
}
