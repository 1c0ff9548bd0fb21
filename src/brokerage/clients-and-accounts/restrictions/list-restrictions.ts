// Reading every restriction in force on an account.
import type { Context } from "../../../platform/change/context.ts";
import { encodeRestriction } from "./get-restriction.ts";
import { selectRestrictionsInForce } from "./queries.ts";
import type { Restriction } from "./schema.ts";

/** Returns the restrictions in force, oldest first. */
export async function listRestrictions(
  ctx: Context,
  accountNumber: string,
): Promise<Restriction[]> {
  const rows = await selectRestrictionsInForce(ctx.db, accountNumber);
  return rows.map((row) => encodeRestriction(accountNumber, row));
}
