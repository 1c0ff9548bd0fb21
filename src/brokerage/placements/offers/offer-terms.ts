// The terms of an offer that an update may change: how each is named, and until when. (interface 2.3)
import { type Decimal, sameValue } from "@bursar/values/decimal";
import type { OfferUpdate } from "./offer-update.ts";
import type { OfferRow } from "./queries.ts";

/** A term as requests name it and as it is stored. */
export interface Term {
  readonly field: string;
  readonly name: keyof OfferRow;
  /** Until when it may change: until the first subscription, or as long as the offer is open. */
  readonly until: "first subscription" | "closing";
  readonly sent: (request: OfferUpdate) => unknown;
  readonly isSame: (a: unknown, b: unknown) => boolean;
}

const isEqual = (a: unknown, b: unknown) => a === b;
const isSameAmount = (a: unknown, b: unknown) =>
  a === null || b === null ? a === b : sameValue(a as Decimal, b as Decimal);
const isSameSet = (a: unknown, b: unknown) =>
  JSON.stringify((a as string[]).toSorted()) === JSON.stringify((b as string[]).toSorted());

function term(
  field: keyof OfferUpdate & string,
  until: Term["until"],
  { name = field as keyof OfferRow, isSame = isEqual }: Partial<Pick<Term, "name" | "isSame">> = {},
): Term {
  return { field, name, until, isSame, sent: (request) => request[field] };
}

/** Every term but the participating firms and the status, which have rules of their own. */
export const offerTerms: readonly Term[] = [
  term("blueSkyedStates", "closing", { isSame: isSameSet }),
  term("clientsHaveAccess", "closing"),
  term("closingDate", "closing", { name: "closingOn" }),
  term("daysFromClosingCashIsRequired", "closing", { isSame: isSameAmount }),
  term("iraApproved", "closing"),
  term("maximumInvestmentAmount", "closing", { isSame: isSameAmount }),
  term("offerMinimum", "closing", { isSame: isSameAmount }),
  term("offerSize", "closing", { isSame: isSameAmount }),
  term("priceDiscountAmount", "closing", { isSame: isSameAmount }),
  term("published", "closing"),
  term("corporateAccreditationSetting", "first subscription", { name: "corporateAccreditation" }),
  term("creatingFirmRepresentativeOid", "first subscription"),
  term("documentationExternal", "first subscription"),
  term("executionType", "first subscription"),
  term("minimumAnnualIncomeRange", "first subscription"),
  term("minimumInvestmentAmount", "first subscription", { isSame: isSameAmount }),
  term("minimumLiquidNetWorthRange", "first subscription"),
  term("minimumNetWorthRange", "first subscription"),
  term("naturalPersonAccreditationSetting", "first subscription", {
    name: "naturalPersonAccreditation",
  }),
  term("offerName", "first subscription"),
  term("physicalSignatureRequired", "first subscription"),
  term("previousExperienceSetting", "first subscription", { name: "previousExperience" }),
  {
    field: "security.previousClosingPrice",
    name: "previousClosingPrice",
    until: "first subscription",
    sent: ({ security }) => security?.previousClosingPrice,
    isSame: isSameAmount,
  },
];
