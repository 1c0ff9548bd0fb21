// The terms of an offer as audit entries have them.

import {
  entryDay,
  entryDecimal,
  entryId,
  entryInstant,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const code = Type.String();

/** The terms of an offer, as they are stored. */
export const storedTerms = {
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
