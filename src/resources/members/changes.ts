// What other resources may change of members.
import type { Caller } from "../../platform/change/context.ts";
import type { Tx } from "../../platform/store/db.ts";
import { forbidden } from "../../values/problem.ts";
import type { MemberRow } from "./member-row.ts";
import { lockMemberRow, memberInView, selectMemberRow, viewerOf } from "./queries.ts";

export { lockMemberRow as lockMember, lockMemberRows as lockMembers } from "./queries.ts";
export { sealedTids } from "./sealed-tid.ts";
export { sealedAddresses } from "./sign-in-address.ts";
export { updateCipStatus } from "./verification-queries.ts";

/** Locks the member's row until the transaction ends, and reads it as it is then; refuses with 403
 * when it is absent or another's. */
export async function lockMemberForCaller(
  tx: Tx,
  caller: Caller,
  loginId: string,
): Promise<MemberRow> {
  lockMemberRow(tx, loginId);
  const [isSeen, row] = await Promise.all([
    tx.first(memberInView(loginId, viewerOf(caller))),
    selectMemberRow(tx, loginId),
  ]);
  if (isSeen === undefined || row === undefined) throw forbidden();
  return row;
}
