// Reading one private placement offer. (interface 2.3)
import assert from "node:assert/strict";
import { encodeDay, encodeInstant } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { OfferRow } from "./queries.ts";
import type { Offer } from "./schema.ts";
import { selectOffers } from "./view-queries.ts";

/** An offer in the interface's terms; it is the same for every caller. */
export async function getOffer({ db }: Context, offerOid: string): Promise<Offer> {
  const [offer] = await selectOffers(db, [offerOid as Id]);
  assert(offer, "access has found the offer");
  return encodeOffer(offer);
}

/** An offer as it is returned: money with 2 places, the price with 6, days as midnights. */
export function encodeOffer(row: OfferRow): Offer {
  return {
    accreditationSetting: row.naturalPersonAccreditation,
    blueSkyedStates: [...row.blueSkyedStates],
    clientsHaveAccess: row.clientsHaveAccess,
    closingDate: encodeDay(row.closingOn),
    creatingFirmOid: row.creatingFirmOid,
    creatingFirmRepresentativeOid: row.creatingFirmRepresentativeOid,
    creatingMemberOid: row.creatingMemberOid,
    creationTimestamp: encodeInstant(row.createdAt),
    daysFromClosingCashIsRequired: row.daysFromClosingCashIsRequired,
    deliveryMethod: row.physicalSignatureRequired ? "P" : "E",
    documentationExternal: row.documentationExternal,
    executionType: row.executionType,
    exemption: row.exemption,
    industry: row.industry,
    iraApproved: row.iraApproved,
    issuerSize: row.issuerSize,
    issuingFirmOid: row.issuingFirmOid,
    issuingFirmRepresentativeOid: row.issuingFirmRepresentativeOid,
    maximumInvestmentAmount: encodeMoney(row.maximumInvestmentAmount),
    minimumAnnualIncomeRange: row.minimumAnnualIncomeRange,
    minimumInvestmentAmount: fixed(row.minimumInvestmentAmount, 2),
    minimumLiquidNetWorthRange: row.minimumLiquidNetWorthRange,
    minimumNetWorthRange: row.minimumNetWorthRange,
    modificationTimestamp: encodeInstant(row.modifiedAt),
    offerMinimum: encodeMoney(row.offerMinimum),
    offerName: row.offerName,
    offerSize: fixed(row.offerSize, 2),
    offerStatus: row.offerStatus,
    participatingFirms: [...row.participatingFirms],
    physicalSignatureRequired: row.physicalSignatureRequired,
    previousExperienceSetting: row.previousExperience,
    priceDiscountAmount: encodeMoney(row.priceDiscountAmount),
    privatePlacementOfferOid: row.offerOid,
    published: row.published,
    publishedDate: row.publishedOn === null ? null : encodeDay(row.publishedOn),
    qualifiedInstitutionalBuyerSetting: row.corporateAccreditation,
    security: encodeSecurity(row),
    securityType: row.securityType,
  };
}

function encodeSecurity(row: OfferRow): Offer["security"] {
  return {
    companyName: row.companyName,
    cusip: row.cusip,
    directBuyable: row.directBuyable,
    instrumentType: row.securityType,
    previousClosingPrice: fixed(row.previousClosingPrice, 6),
    settlementPeriod: row.settlementPeriod,
    ticker: row.ticker,
    windowBuyable: row.windowBuyable,
  };
}

function encodeMoney(amount: Decimal | null): string | null {
  return amount === null ? null : fixed(amount, 2);
}
