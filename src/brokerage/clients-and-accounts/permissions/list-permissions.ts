// Reading who may do what with an account. (interface 6.2)
import type { Context } from "../../../platform/change/context.ts";
import { selectPermissions } from "./queries.ts";
import type { Permission } from "./schema.ts";

/** The permission of everybody who has one, by login id; the creator of the account has one too. */
export async function listPermissions(
  { db }: Context,
  accountNumber: string,
): Promise<Permission[]> {
  const rows = await selectPermissions(db, accountNumber);
  return rows.map((row) => ({ accountNumber, ...row }));
}
