// The content of the audit entries of customer agreements, and those of items for attention: these
// of the member and of the account alike.

import {
  entryCount,
  entryDay,
  entryId,
  entryShape,
  ofAccount,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

/** A signature, by the hash of its bytes, with what it resolved and which restrictions it lifted. */
export const signCustomerAgreementEntry = entryShape("signCustomerAgreement", {
  subject: ofAccount,
  detail: Type.Object({
    id: entryId,
    signer: Type.String(),
    method: Type.String(),
    imageEncoding: nullableText(),
    size: entryCount,
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    w9Withhold: nullable(Type.Boolean()),
    itemsResolved: Type.Array(entryId),
    restrictionsLifted: Type.Array(entryId),
  }),
});

const ofEither = Type.Union([ofMember, ofAccount]);

/** An item that was made. */
export const createItemForAttentionEntry = entryShape("createItemForAttention", {
  subject: ofEither,
  after: Type.Object({
    item: Type.Object({
      id: entryId,
      accountNumber: Type.String(),
      loginId: Type.String(),
      ifaType: Type.String(),
      title: nullableText(),
      targetOid: nullableText(),
      startOn: entryDay,
      expiresOn: nullable(entryDay),
    }),
  }),
});

const Status = Type.Object({ ifaStatus: Type.String(), numberOfViews: Type.Integer() });

/** An item that was acted on: of a signature its hash, and which restrictions were lifted. */
export const updateItemForAttentionEntry = entryShape("updateItemForAttention", {
  subject: ofEither,
  before: Status,
  after: Status,
  detail: Type.Object({
    id: entryId,
    sha256: nullable(Type.String({ pattern: "^[0-9a-f]{64}$" })),
    restrictionsLifted: Type.Array(entryId),
  }),
});
