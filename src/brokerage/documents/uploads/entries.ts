// The content of the audit entries of uploads.

import { entryId, entryShape, ofAccount, ofMember } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { DocumentInEntry } from "../vault/changes.ts";

const Uploaded = Type.Object({
  document: DocumentInEntry,
  upload: Type.Object({
    documentType: Type.String(),
    reference: nullableText(),
    referenceType: Type.String(),
    itemId: nullable(entryId),
  }),
});

/** A document of an account that was sent, with the item for the verdict. */
export const uploadAccountDocumentEntry = entryShape("uploadAccountDocument", {
  subject: ofAccount,
  after: Uploaded,
});

/** A document of a member that was sent: the same in the chain of the account that has the item for the verdict. */
export const uploadMemberDocumentEntry = entryShape("uploadMemberDocument", {
  subject: Type.Union([ofMember, ofAccount]),
  after: Uploaded,
});
