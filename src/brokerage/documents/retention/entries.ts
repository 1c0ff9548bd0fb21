// The content of the audit entries of holds and of expired documents, in the chain of the
// document's owner.

import {
  entryDay,
  entryId,
  entryShape,
  ofAccount,
  ofFirm,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const ofOwner = Type.Union([ofAccount, ofMember, ofFirm]);
const Held = Type.Object({ hold: Type.Boolean() });

/** A legal hold that was placed or lifted. */
export const setDocumentHoldEntry = entryShape("setDocumentHold", {
  subject: ofOwner,
  before: Held,
  after: Held,
  detail: Type.Object({ documentOid: entryId, reason: Type.String() }),
});

/** Documents whose bytes were removed after their time; rows and hashes stay. */
export const expireDocumentsEntry = entryShape("expireDocuments", {
  subject: ofOwner,
  detail: Type.Object({
    expired: Type.Array(
      Type.Object({
        documentOid: entryId,
        sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
        retainUntil: nullable(entryDay),
      }),
      { minItems: 1 },
    ),
  }),
});
