// What other resources may read of members.
import type { CallerMember } from "../../platform/change/context.ts";
import type { Reader } from "../../platform/store/db.ts";
import { selectMember } from "./queries.ts";

/** A member named in a request, or undefined when there is none. */
export async function selectCallerMember(
  db: Reader,
  loginId: string,
): Promise<CallerMember | undefined> {
  if (loginId.includes("\0")) return undefined; // PostgreSQL text cannot contain U+0000
  return selectMember(db, loginId);
}
