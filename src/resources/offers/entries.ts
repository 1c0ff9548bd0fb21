// What the audit entries of private placement offers say.
import Type from "typebox";
import {
  entryDay,
  entryDecimal,
  entryId,
  entryInstant,
  entryShape,
  ofOffer,
} from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";

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

/** What has changed on an offer, by its stored names, and why. */
export const updateOfferEntry = entryShape("updateOffer", {
  subject: ofOffer,
  before: changed,
  after: changed,
  detail: Type.Optional(Type.Object({ comment: Type.String() })),
});
