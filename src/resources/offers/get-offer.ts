// Reading one private placement offer. (interface 2.3)
import type { Context } from "../../platform/context.ts";
import { encodeDay, encodeInstant } from "../../values/dates.ts";
import { type Decimal, fixed } from "../../values/decimal.ts";
import { forbidden } from "../../values/problem.ts";
import { selectOfferForCaller } from "./access.ts";
import type { OfferRow } from "./queries.ts";
import type { Offer } from "./schema.ts";

/** Answers an offer that the caller sees; any other is refused with 403. */
export async function getOffer(ctx: Context, offerOid: string): Promise<Offer> {
  const offer = await selectOfferForCaller(ctx, offerOid);
  if (offer === undefined) throw forbidden();
  return encodeOffer(offer);
}

/** An offer as it is answered: money with 2 places, the price with 6, days as midnights. */
export function encodeOffer(row: OfferRow): Offer {
  const { offerOid, closingOn, publishedOn, createdAt, modifiedAt } = row;
  return {
    ...encodeSettings(row),
    closingDate: encodeDay(closingOn),
    creationTimestamp: encodeInstant(createdAt),
    deliveryMethod: row.physicalSignatureRequired ? "P" : "E",
    maximumInvestmentAmount: encodeMoney(row.maximumInvestmentAmount),
    minimumInvestmentAmount: fixed(row.minimumInvestmentAmount, 2),
    modificationTimestamp: encodeInstant(modifiedAt),
    offerMinimum: encodeMoney(row.offerMinimum),
    offerSize: fixed(row.offerSize, 2),
    priceDiscountAmount: encodeMoney(row.priceDiscountAmount),
    privatePlacementOfferOid: offerOid,
    publishedDate: publishedOn === null ? null : encodeDay(publishedOn),
    security: {
      companyName: row.companyName,
      cusip: row.cusip,
      directBuyable: row.directBuyable,
      instrumentType: row.securityType,
      previousClosingPrice: fixed(row.previousClosingPrice, 6),
      settlementPeriod: row.settlementPeriod,
      ticker: row.ticker,
      windowBuyable: row.windowBuyable,
    },
  };
}

function encodeSettings(row: OfferRow) {
  return {
    accreditationSetting: row.naturalPersonAccreditation,
    blueSkyedStates: [...row.blueSkyedStates],
    clientsHaveAccess: row.clientsHaveAccess,
    creatingFirmOid: row.creatingFirmOid,
    creatingFirmRepresentativeOid: row.creatingFirmRepresentativeOid,
    creatingMemberOid: row.creatingMemberOid,
    daysFromClosingCashIsRequired: row.daysFromClosingCashIsRequired,
    documentationExternal: row.documentationExternal,
    executionType: row.executionType,
    exemption: row.exemption,
    industry: row.industry,
    iraApproved: row.iraApproved,
    issuerSize: row.issuerSize,
    issuingFirmOid: row.issuingFirmOid,
    issuingFirmRepresentativeOid: row.issuingFirmRepresentativeOid,
    minimumAnnualIncomeRange: row.minimumAnnualIncomeRange,
    minimumLiquidNetWorthRange: row.minimumLiquidNetWorthRange,
    minimumNetWorthRange: row.minimumNetWorthRange,
    offerName: row.offerName,
    offerStatus: row.offerStatus,
    participatingFirms: [...row.participatingFirms],
    physicalSignatureRequired: row.physicalSignatureRequired,
    previousExperienceSetting: row.previousExperience,
    published: row.published,
    qualifiedInstitutionalBuyerSetting: row.corporateAccreditation,
    securityType: row.securityType,
  };
}

function encodeMoney(amount: Decimal | null): string | null {
  return amount === null ? null : fixed(amount, 2);
}
