// What the audit entries of customer agreements say.
import Type from "typebox";
import { entryShape, ofAccount, toldCount, toldId } from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";

/** A signature, by the hash of its bytes, with what it resolved and which restrictions it lifted. */
export const signCustomerAgreementEntry = entryShape("signCustomerAgreement", {
  subject: ofAccount,
  detail: Type.Object({
    id: toldId,
    signer: Type.String(),
    method: Type.String(),
    imageEncoding: nullable(Type.String()),
    size: toldCount,
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    w9Withhold: nullable(Type.Boolean()),
    itemsResolved: Type.Array(toldId),
    restrictionsLifted: Type.Array(toldId),
  }),
});
