// The callers that see a household: its firm and the operator; a client who sees its accounts, each
// of which the operation asks for again by day. (docs/households.md)
import { isId } from "@bursar/values/ids";
import { type Caller, isForFirm, viewingFirm } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { viewerOf } from "../accounts/reads.ts";
import { householdOfClients, householdOfFirm } from "./queries.ts";

type Path = Readonly<Record<string, string>>;

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
