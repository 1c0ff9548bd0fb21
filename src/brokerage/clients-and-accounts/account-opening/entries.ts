// The content of the audit entry of an account that was opened.

import { entryId, entryShape, ofAccount, ofFirm } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { Account } from "../accounts/reads.ts";
import { placedRestriction } from "../restrictions/reads.ts";

const Plan = Type.Pick(Account, ["billingPlanOid"]);

/** An account that was opened, as it is returned, with the restriction placed on it and the items
 * made for its owners. Another account that its billing plan affects has only the plan; a corporate
 * firm, its first account. */
export const createAccountEntry = entryShape("createAccount", {
  subject: Type.Union([ofAccount, ofFirm]),
  before: Type.Optional(Plan),
  after: Type.Union([
    Type.Object({
      account: Account,
      restriction: placedRestriction,
      itemsCreated: Type.Array(entryId),
    }),
    Plan,
    Type.Object({ issuerAccountNumber: ofAccount }),
  ]),
});
