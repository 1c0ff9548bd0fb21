// The callers that see a member: the operator all, a firm its own, a client itself.
import type { Caller } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { isLoginId } from "./folded-login-id.ts";
import { memberInView, viewerOf } from "./queries.ts";

/** Whether the caller may use the member of the path; an absent one is treated like a foreign
 * one. */
export function mayUseMember(
  caller: Caller,
  { loginid: loginId = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isLoginId(loginId) && memberInView(loginId, viewerOf(caller));
}
