// Events of documents. Subject: the account, the member, or the firm of a household.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";
import { optional } from "../../../values/wire.ts";

/** An upload has no report type; the member is the one whose document it is, or who sent or read it. */
const data = {
  documentOid: entryId,
  reportType: optional(Type.String()),
  loginId: optional(Type.String()),
};

/** A document was sent. */
export const documentUploaded = eventShape("document.uploaded", data);
/** A paper can be read. */
export const documentAvailable = eventShape("document.available", data);
/** A member has read a paper for the first time. */
export const documentRead = eventShape("document.read", data);
/** A legal hold was placed on a document, or lifted. */
export const documentHeld = eventShape("document.held", data);
