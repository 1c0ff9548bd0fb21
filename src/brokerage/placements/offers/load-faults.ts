// Faults of a loaded offer by its own fields; constraints enforce most of it.

import type { Day } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import { industries, issuerSizes } from "../../../reference/codes.ts";
import {
  type RowProblem,
  type RowRule,
  rowEntryRules,
  rowRules,
} from "../../../values/row-rule.ts";

interface LoadedOffer {
  readonly previousClosingPrice: Decimal;
  readonly priceDiscountAmount?: Decimal;
  readonly executionType: string;
  readonly offerMinimum?: Decimal;
  readonly offerSize: Decimal;
  readonly minimumInvestmentAmount: Decimal;
  readonly maximumInvestmentAmount?: Decimal;
  readonly published: boolean;
  readonly publishedDate?: Day;
  readonly creationTimestamp: Date;
  readonly modificationTimestamp: Date;
  readonly daysFromClosingCashIsRequired: Decimal;
  readonly industry: string;
  readonly issuerSize: string;
  readonly blueSkyedStates: readonly string[];
}

const rule = rowRules<LoadedOffer>();
const entries = rowEntryRules<LoadedOffer>();

/** The faults of an offer: amounts, days and codes that contradict each other, and repeated states. */
export const rulesOfOffer: readonly RowRule[] = [
  rule(["executionType", "offerMinimum", "offerSize"], (row) => {
    const { executionType, offerMinimum: minimum, offerSize: size } = row;
    const given = minimum === undefined ? undefined : compare(minimum, size);
    const fits = { A: given === 0, P: given === 0 || given === -1, B: given === undefined };
    const isFit = fits[executionType as keyof typeof fits];
    return faultUnless(isFit, "offerMinimum", "It does not fit the execution type.");
  }),
  rule(["minimumInvestmentAmount", "maximumInvestmentAmount"], (row) =>
    faultOfOrder(row.minimumInvestmentAmount, row.maximumInvestmentAmount),
  ),
  ...(["minimumInvestmentAmount", "maximumInvestmentAmount"] as const).map((field) =>
    rule([field, "offerSize"], (row) => faultOfOrder(row[field], row.offerSize)),
  ),
  rule(["previousClosingPrice", "priceDiscountAmount"], (row) => {
    const { previousClosingPrice: price, priceDiscountAmount: discount } = row;
    const isFit = discount === undefined || compare(discount, price) < 0;
    return faultUnless(isFit, "priceDiscountAmount", "It is not below previousClosingPrice.");
  }),
  rule(["published", "publishedDate"], ({ published, publishedDate }) => {
    const isFit = published === (publishedDate !== undefined);
    const reason = "It must be present if, and only if, published is true.";
    return faultUnless(isFit, "publishedDate", reason);
  }),
  rule(["creationTimestamp", "modificationTimestamp"], (row) => {
    const isFit = row.modificationTimestamp >= row.creationTimestamp;
    return faultUnless(isFit, "modificationTimestamp", "It is before creationTimestamp.");
  }),
  rule(["daysFromClosingCashIsRequired"], ({ daysFromClosingCashIsRequired: days }) =>
    faultUnless(
      days === "0" || days === "999",
      "daysFromClosingCashIsRequired",
      "It is neither 0 nor 999.",
    ),
  ),
  rule(["industry", "issuerSize"], ({ industry, issuerSize }) => {
    const isFit = issuerSizes.find(issuerSize)?.measure === industries.find(industry)?.sizeMeasure;
    return faultUnless(isFit, "issuerSize", "It does not use the industry's measure.");
  }),
  entries("blueSkyedStates", [], (states) => {
    const known = states.filter((state) => state !== undefined);
    const isFit = new Set(known).size === known.length;
    return faultUnless(isFit, "blueSkyedStates", "A state appears twice.");
  }),
];

function faultOfOrder(least: Decimal | undefined, most: Decimal | undefined): RowProblem[] {
  const isFit = least === undefined || most === undefined || compare(least, most) <= 0;
  return faultUnless(
    isFit,
    "minimumInvestmentAmount",
    "It, the maximum and the offer size contradict each other.",
  );
}

function faultUnless(isFit: boolean, column: string, reason: string): RowProblem[] {
  return isFit ? [] : [{ column, reason }];
}
