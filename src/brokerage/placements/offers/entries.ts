// The content of the audit entries of private placement offers.

import {
  entryCount,
  entryDay,
  entryShape,
  ofFirm,
  ofOffer,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { storedTerms } from "./stored-terms.ts";

/** An offer that was created, as it is stored. */
export const createOfferEntry = entryShape("createOffer", {
  subject: ofOffer,
  after: Type.Object({ offer: Type.Object(storedTerms) }),
});

const approval = Type.Object({ ticker: Type.String(), approvalDate: nullable(entryDay) });

/** Since when a security is approved, null where it is not. */
export const setOfferApprovalEntry = entryShape("setOfferApproval", {
  subject: ofFirm,
  before: approval,
  after: approval,
});

/** A version of a document, without its bytes; on the chains of its issuer and its offer. */
export const addOfferDocumentEntry = entryShape("addOfferDocument", {
  subject: Type.Union([ofFirm, ofOffer]),
  after: Type.Object({
    document: Type.Object({
      ticker: Type.String(),
      id: Type.String(),
      version: Type.String(),
      name: Type.String(),
      title: Type.String(),
      required: Type.Boolean(),
      signable: Type.Boolean(),
      size: entryCount,
      sha256: Type.String(),
    }),
  }),
});

/** The viewer of a document, and the version. */
export const getOfferDocumentEntry = entryShape("getOfferDocument", {
  subject: ofOffer,
  detail: Type.Object({
    documentId: Type.String(),
    version: Type.String(),
    loginId: Type.String(),
  }),
});
