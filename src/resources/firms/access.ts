// Who sees what belongs to a firm: the firm itself, the one that manages it, and the operator; and what
// the firm that manages it does not see.
import type { Caller } from "../../platform/change/context.ts";
import type { Statement } from "../../platform/store/db.ts";
import { isId } from "../../values/ids.ts";
import { firmInView } from "./queries.ts";

/** Whether the caller may use the firm of the path; an absent one is answered like a foreign one. */
export function mayUseFirm(
  { firm }: Caller,
  { firmid: firmOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isId(firmOid) && firmInView({ viewer: firm.oid, firmOid });
}

/** The same without the firm that manages it. */
export function mayUseOwnFirm(
  { firm }: Caller,
  { firmid: firmOid = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  if (firm.kind !== "operator") return firm.oid === firmOid;
  return isId(firmOid) && firmInView({ viewer: firm.oid, firmOid });
}
