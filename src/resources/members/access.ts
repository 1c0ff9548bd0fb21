// Who sees a member: the operator all, a firm its own, a client itself.
import type { Caller } from "../../platform/change/context.ts";
import type { Statement } from "../../platform/store/db.ts";
import { memberInView, viewerOf } from "./queries.ts";

/** Whether the caller may use the member of the path; an absent one is answered like a foreign
 * one. */
export function mayUseMember(
  caller: Caller,
  { loginid: loginId = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  // PostgreSQL text cannot contain U+0000, and a login id has no lone surrogate.
  return isPossible(loginId) && memberInView(loginId, viewerOf(caller));
}

function isPossible(loginId: string): boolean {
  return loginId.length <= 128 && !/[\p{Cc}\p{Cs}]/u.test(loginId);
}
