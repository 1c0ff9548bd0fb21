// What the audit entries of verifications say.
import Type from "typebox";
import { entryShape, ofMember } from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";

const status = Type.Object({ cipStatus: Type.String() });

/** That a member is to be verified again. */
export const reverifyMemberEntry = entryShape("reverifyMember", {
  subject: ofMember,
  before: status,
  after: status,
});

/** The operator's verdict. */
export const updateVerificationEntry = entryShape("updateVerification", {
  subject: ofMember,
  before: status,
  after: status,
  detail: Type.Object({ comment: nullable(Type.String()) }),
});
