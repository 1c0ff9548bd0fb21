// The content of the audit entries of verifications.

import { entryId, entryShape, ofFirm, ofMember } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

const status = Type.Object({ cipStatus: Type.String() });

/** That a member is to be verified again. */
export const reverifyMemberEntry = entryShape("reverifyMember", {
  subject: ofMember,
  before: status,
  after: status,
});

/** The operator's case: a client, the API user that added it, and who in other firms has its tax id. */
export const openTaxIdCaseEntry = entryShape("openTaxIdCase", {
  subject: ofFirm,
  detail: Type.Object({
    loginId: Type.String(),
    apiUserId: nullable(entryId),
    others: Type.Array(Type.String()),
  }),
});

/** The operator's verdict. */
export const updateVerificationEntry = entryShape("updateVerification", {
  subject: ofMember,
  before: status,
  after: status,
  detail: Type.Object({ comment: nullableText() }),
});
