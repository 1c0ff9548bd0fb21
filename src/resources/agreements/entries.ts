// What the audit entries of customer agreements say.
import Type from "typebox";
import { entryCount, entryId, entryShape, ofAccount } from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";

/** A signature, by the hash of its bytes, with what it resolved and which restrictions it lifted. */
export const signCustomerAgreementEntry = entryShape("signCustomerAgreement", {
  subject: ofAccount,
  detail: Type.Object({
    id: entryId,
    signer: Type.String(),
    method: Type.String(),
    imageEncoding: nullable(Type.String()),
    size: entryCount,
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    w9Withhold: nullable(Type.Boolean()),
    itemsResolved: Type.Array(entryId),
    restrictionsLifted: Type.Array(entryId),
  }),
});
