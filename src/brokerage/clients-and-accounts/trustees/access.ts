// The callers that see a trustee: the operator all, a firm its own, neither of them on behalf of a
// client.
import { type Caller, isForFirm, viewingFirm } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { isLoginId } from "../members/reads.ts";
import { trusteeInView } from "./queries.ts";

/** Whether the caller may use the trustee of the path; an absent one, and a member who is no
 * trustee, are treated like a foreign one. */
export function mayUseTrustee(
  caller: Caller,
  { trusteeloginid: loginId = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isForFirm(caller) && isLoginId(loginId) && trusteeInView(loginId, viewingFirm(caller));
}
