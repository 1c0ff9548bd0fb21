// The content of the audit entries of first readings, in the chain of the document's owner.

import {
  entryId,
  entryShape,
  ofAccount,
  ofFirm,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";

const reading = {
  subject: Type.Union([ofAccount, ofMember, ofFirm]),
  detail: Type.Object({ documentOid: entryId, loginId: Type.String() }),
};

/** The first reading of a statement or tax paper by a member. */
export const getMemberStatementEntry = entryShape("getMemberStatement", reading);
/** The first reading of a bill by a member. */
export const getMemberBillEntry = entryShape("getMemberBill", reading);
