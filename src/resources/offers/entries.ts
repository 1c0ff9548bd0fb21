// What the audit entries of private placement offers say.
import Type from "typebox";
import {
  entryCount,
  entryDay,
  entryDecimal,
  entryId,
  entryInstant,
  entryShape,
  ofAccount,
  ofFirm,
  ofOffer,
} from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";
import { OrderState } from "../private-placement-orders/reads.ts";

const code = Type.String();

const terms = {
  offerOid: entryId,
  creatingFirmOid: entryId,
  creatingFirmRepresentativeOid: entryId,
  creatingMemberOid: nullable(entryId),
  issuingFirmOid: entryId,
  issuingFirmRepresentativeOid: entryId,
  offerName: Type.String(),
  offerStatus: code,
  exemption: code,
  industry: code,
  issuerSize: code,
  securityType: code,
  ticker: Type.String(),
  previousClosingPrice: entryDecimal,
  executionType: code,
  offerSize: entryDecimal,
  offerMinimum: nullable(entryDecimal),
  minimumInvestmentAmount: entryDecimal,
  maximumInvestmentAmount: nullable(entryDecimal),
  closingOn: entryDay,
  daysFromClosingCashIsRequired: entryDecimal,
  naturalPersonAccreditation: code,
  corporateAccreditation: code,
  minimumAnnualIncomeRange: code,
  minimumLiquidNetWorthRange: code,
  minimumNetWorthRange: code,
  previousExperience: code,
  blueSkyedStates: Type.Array(code),
  clientsHaveAccess: Type.Boolean(),
  documentationExternal: Type.Boolean(),
  physicalSignatureRequired: Type.Boolean(),
  published: Type.Boolean(),
  publishedOn: nullable(entryDay),
  createdAt: entryInstant,
  participatingFirms: Type.Array(
    Type.Object({ participatingFirmId: Type.String(), participatingFirmStatus: code }),
  ),
};

/** An offer that was created, as it is stored. */
export const createOfferEntry = entryShape("createOffer", {
  subject: ofOffer,
  after: Type.Object({ offer: Type.Object(terms) }),
});

const changed = Type.Partial(
  Type.Object({
    ...terms,
    iraApproved: Type.Boolean(),
    priceDiscountAmount: nullable(entryDecimal),
    modifiedAt: entryInstant,
  }),
);

/** What has changed on an offer, by its stored names, and why; on the chain of an account, its
 * subscription that was decided with the offer. */
export const updateOfferEntry = entryShape("updateOffer", {
  subject: Type.Union([ofOffer, ofAccount]),
  before: Type.Union([changed, OrderState]),
  after: Type.Union([changed, OrderState]),
  detail: Type.Optional(Type.Object({ comment: Type.String() })),
});

const participation = Type.Object({
  participatingFirms: terms.participatingFirms,
  modifiedAt: entryInstant,
});

/** The participating firms before and after one has answered. */
export const updateParticipationEntry = entryShape("updateParticipation", {
  subject: ofOffer,
  before: participation,
  after: participation,
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

/** Who has viewed which version of a document. */
export const getOfferDocumentEntry = entryShape("getOfferDocument", {
  subject: ofOffer,
  detail: Type.Object({
    documentId: Type.String(),
    version: Type.String(),
    loginId: Type.String(),
  }),
});

const status = Type.Object({ offerStatus: code, modifiedAt: entryInstant });

/** The status of an offer that time has closed, before and after; on the chain of an account, its
 * subscription that was decided with the offer, or was not decided in time. */
export const closeDueOfferEntry = entryShape("closeDueOffer", {
  subject: Type.Union([ofOffer, ofAccount]),
  before: Type.Union([status, OrderState]),
  after: Type.Union([status, OrderState]),
});

/** Nothing of its own: what it has other operations do has their entries. */
export const approveOfferEntry = entryShape("approveOffer", { subject: ofOffer });
