// The callers that see a firm's records: the firm itself, the one that manages it, and the
// operator; and the records that the firm that manages it does not see. On behalf of a client
// nobody sees it. (interface 5)

import { isId } from "@bursar/values/ids";
import { type Caller, isForFirm } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { firmInView } from "./queries.ts";

/** Whether the caller may use the firm of the path; an absent one is treated like a foreign one. */
export function mayUseFirm(
  caller: Caller,
  { firmid: firmOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isForFirm(caller) && isId(firmOid) && firmInView({ viewer: caller.firm.oid, firmOid });
}

/** The same without the firm that manages it. */
export function mayUseOwnFirm(
  caller: Caller,
  { firmid: firmOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  const { firm } = caller;
  if (!isForFirm(caller)) return false;
  if (firm.kind !== "operator") return firm.oid === firmOid;
  return isId(firmOid) && firmInView({ viewer: firm.oid, firmOid });
}
