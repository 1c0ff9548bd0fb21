// The content of the audit entries of credentials: nothing that could be used.

import {
  entryCount,
  entryId,
  entryInstant,
  entryShape,
  ofFirm,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { optional } from "../../../values/wire.ts";

/** A credential that was created. */
export const createKeyEntry = entryShape("createKey", {
  subject: ofFirm,
  after: Type.Object({
    keyId: entryId,
    apiUserId: entryId,
    kind: Type.Enum(["token", "signing"]),
    boundLoginId: optional(Type.String()),
    expiresAt: optional(entryInstant),
    version: optional(entryCount),
  }),
});

/** A credential that was revoked. */
export const revokeKeyEntry = entryShape("revokeKey", {
  subject: ofFirm,
  after: Type.Object({
    keyId: entryId,
    apiUserId: entryId,
    revokedAt: entryInstant,
    version: optional(entryCount),
  }),
});
