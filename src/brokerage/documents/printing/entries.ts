// The content of the audit entries of printed papers, in the chain of the document's owner.

import {
  entryId,
  entryShape,
  ofAccount,
  ofFirm,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";

/** Papers that were handed over on paper, each with the member to whom it goes. */
export const printDocumentsEntry = entryShape("printDocuments", {
  subject: Type.Union([ofAccount, ofMember, ofFirm]),
  detail: Type.Object({
    runOid: entryId,
    handedOver: Type.Array(Type.Object({ documentOid: entryId, loginId: Type.String() }), {
      minItems: 1,
    }),
  }),
});
