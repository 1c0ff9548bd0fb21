// The callers that see a household: its firm and the operator; a client who sees its accounts, each
// of which the operation asks for again by day. (docs/households.md)
import { type Id, isId } from "@bursar/values/ids";
import { type Caller, isForFirm } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { viewerOf } from "../accounts/reads.ts";
import { householdOfClients, householdOfFirm } from "./queries.ts";

type Path = Readonly<Record<string, string>>;

/** The firm whose households a caller sees; null for every firm. */
export function viewingFirm({ firm }: Caller): Id | null {
  return firm.kind === "operator" ? null : firm.oid;
}

/** Whether the caller may read the household of the path; an absent one is treated like a foreign one. */
export function mayReadHousehold(
  caller: Caller,
  { householdoid: householdOid = "" }: Path,
): Statement<unknown> | boolean {
  if (!isId(householdOid)) return false;
  return isForFirm(caller)
    ? householdOfFirm(householdOid, viewingFirm(caller))
    : householdOfClients(householdOid, viewerOf(caller, "summary"));
}

/** Whether the caller's firm, and no client of it, may change the household of the path. */
export function mayManageHousehold(
  caller: Caller,
  { householdoid: householdOid = "" }: Path,
): Statement<unknown> | boolean {
  return isForFirm(caller) && isId(householdOid) && householdOfFirm(householdOid, caller.firm.oid);
}
