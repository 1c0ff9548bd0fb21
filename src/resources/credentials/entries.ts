// What the audit entries of sealing say.
import Type from "typebox";
import { entryCount, entryId, entryShape, ofFirm } from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";

const text = nullable(Type.String());

/** The rows of a firm that an upgrade sealed, as they were found. */
export const sealRightsEntry = entryShape("sealRights", {
  subject: ofFirm,
  after: Type.Object({
    firms: Type.Array(
      Type.Object({
        firmOid: entryId,
        kind: Type.String(),
        partnerCode: Type.String(),
        programOids: Type.Array(entryId),
        version: entryCount,
      }),
    ),
    "api-users": Type.Array(
      Type.Object({
        apiUserId: entryId,
        firmOid: entryId,
        scopes: Type.Array(Type.String()),
        boundLoginId: text,
        version: entryCount,
      }),
    ),
    keys: Type.Array(
      Type.Object({
        keyId: entryId,
        apiUserId: entryId,
        kind: Type.String(),
        boundLoginId: text,
        expiresAt: text,
        revokedAt: text,
        version: entryCount,
      }),
    ),
  }),
});
