// What the audit entries of private placement offers say.
import Type from "typebox";
import {
  entryShape,
  ofOffer,
  toldDay,
  toldDecimal,
  toldId,
  toldInstant,
} from "../../platform/change/audit-entry.ts";
import { nullable } from "../../values/wire.ts";

const code = Type.String();

/** An offer that was created, as it is stored. */
export const createOfferEntry = entryShape("createOffer", {
  subject: ofOffer,
  after: Type.Object({
    offer: Type.Object({
      offerOid: toldId,
      creatingFirmOid: toldId,
      creatingFirmRepresentativeOid: toldId,
      creatingMemberOid: nullable(toldId),
      issuingFirmOid: toldId,
      issuingFirmRepresentativeOid: toldId,
      offerName: Type.String(),
      offerStatus: code,
      exemption: code,
      industry: code,
      issuerSize: code,
      securityType: code,
      ticker: Type.String(),
      previousClosingPrice: toldDecimal,
      executionType: code,
      offerSize: toldDecimal,
      offerMinimum: nullable(toldDecimal),
      minimumInvestmentAmount: toldDecimal,
      maximumInvestmentAmount: nullable(toldDecimal),
      closingOn: toldDay,
      daysFromClosingCashIsRequired: toldDecimal,
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
      publishedOn: nullable(toldDay),
      createdAt: toldInstant,
      participatingFirms: Type.Array(
        Type.Object({ participatingFirmId: Type.String(), participatingFirmStatus: code }),
      ),
    }),
  }),
});
