// What others may ask of members.
import type { CallerMember } from "../../platform/change/context.ts";
import type { Reader } from "../../platform/store/db.ts";
import { selectMember } from "./queries.ts";

/** A member named in a request, or undefined when there is none. */
export async function selectCallerMember(
  db: Reader,
  loginId: string,
): Promise<CallerMember | undefined> {
  if (loginId.includes("\0")) return undefined; // no text of PostgreSQL holds one
  return selectMember(db, loginId);
}
