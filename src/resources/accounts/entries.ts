// What the audit entries of accounts say.
import Type from "typebox";
import { entryShape, ofAccount } from "../../platform/change/audit-entry.ts";
import { Account } from "./schema.ts";

/** The fields that were sent, before and after; for another account that a new billing plan
 * affects, only the plan. */
export const updateAccountEntry = entryShape("updateAccount", {
  subject: ofAccount,
  before: Type.Partial(Account),
  after: Type.Partial(Account),
});
