// The wire shapes of private placement offers and their documents. (interface 2.3, 2.4)
import type { Day } from "@bursar/values/dates";
import type { Static } from "typebox";
import { codeList, industries, isLowestIndustry, offerStatuses } from "../../../reference/codes.ts";
import { only } from "../../../values/choices.ts";
import { type Choices, codeFrom } from "../../../values/contract-form.ts";
import { valueErrors } from "../../../values/errors.ts";
import { nameWithoutSlash } from "../../../values/names.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { bool, choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, object, optional, type RawObject } from "../../../values/wire.ts";
import { offerErrors } from "./errors.ts";

/** The end of the calendar, for offers without an end. */
export const lastClosing = "9999-12-31" as Day;

/** An amount of dollars of at least 0.01. */
export const amount = (description: string) => decimal({ places: 2, min: "0.01", description });
/** A price of the security. */
export const price = decimal({ places: 6, above: "0", description: "Unit price of the security." });
/** The ticker of a private security; `offer_ticker_form` enforces the pattern. */
export const ticker = text({
  min: 7,
  max: 10,
  pattern: /^PRIV\.[!-,/-~-]{2,5}$/,
  description: "`PRIV.` and 2 to 5 characters without a period; no two offers share one.",
});
/** The name of an offer; `offer_name_form` enforces its form. */
export const offerName = text({
  max: 40,
  pattern: nameWithoutSlash,
  description: "Shown in holdings and statements; no slash.",
});
/** States whose residents may invest. */
export const blueSkyedStates = list(
  choice(
    only("blue-sky-state", codeList("state"), ({ blueSky }) => blueSky),
    { error: valueErrors.stateCode },
  ),
  { description: "The states whose residents may invest; an empty list where none are solicited." },
);
/** An industry at the lowest level. */
export const industry = choice(
  only("lowest-industry", industries, ({ code }) => isLowestIndustry(code)),
  { description: "The issuer's industry, at the lowest level of the list." },
);
const daysFromClosing = decimal({
  places: 0,
  min: "0",
  max: "0",
  description: "How many days before the closing date cash must be available: always 0.",
});

const Participant = object(
  {
    participatingFirmId: text({
      description:
        "A partner code; `DEFAULT` stands for all, `IAFIRM` for all institutional firms.",
    }),
    participatingFirmStatus: choice(
      only(
        "new-participating-firm-status",
        codeList("participating-firm-status"),
        ({ code }) => code === "A",
      ),
      { description: "Sent as `A`: the firm is invited and gets the status `P`." },
    ),
  },
  { title: "NewParticipatingFirm" },
);

const dottedNames = {
  "security.ticker": "ticker",
  "security.previousClosingPrice": "previousClosingPrice",
};

/** The security may be sent as an object or, as the interface's table writes it, under dotted
 * names. */
export function gatherSecurity(raw: RawObject, problems: Problem[]): RawObject {
  const { security, ...rest } = raw;
  const dotted = Object.entries(dottedNames).filter(([name]) => Object.hasOwn(raw, name));
  const others = Object.entries(rest).filter(([name]) => !Object.hasOwn(dottedNames, name));
  const gathered = Object.fromEntries(dotted.map(([name, field]) => [field, raw[name] ?? null]));
  if (security === undefined || security === null) {
    return { ...Object.fromEntries(others), security: gathered };
  }
  if (dotted.some(([name]) => raw[name] !== null)) {
    problems.push(ruleProblem(offerErrors.securityForm));
  }
  return { ...Object.fromEntries(others), security };
}

/** A request of an adviser's firm to create an offer. */
export const NewOffer = object(
  {
    blueSkyedStates,
    clientsHaveAccess: bool({ description: "Clients see the published offer and may invest." }),
    closingDate: day({
      description: "The last day for subscriptions; after today in New York.",
      latest: lastClosing,
    }),
    corporateAccreditationSetting: choice(codeList("corporate-accreditation")),
    creatingFirmRepresentativeOid: id(),
    daysFromClosingCashIsRequired: daysFromClosing,
    documentationExternal: bool({ description: "Documents are handled outside the platform." }),
    executionType: choice(codeList("execution-type")),
    exemption: choice(codeList("exemption")),
    industry,
    issuerSize: choice(codeList("issuer-size")),
    issuingFirmOid: id(),
    issuingFirmRepresentativeOid: id(),
    maximumInvestmentAmount: optional(amount("Per investor.")),
    minimumAnnualIncomeRange: choice(codeList("annual-income-range")),
    minimumInvestmentAmount: amount("Per investor."),
    minimumLiquidNetWorthRange: choice(codeList("liquid-net-worth-range")),
    minimumNetWorthRange: choice(codeList("net-worth-range")),
    naturalPersonAccreditationSetting: choice(codeList("natural-person-accreditation")),
    offerMinimum: optional(amount("Required with PART_OR_NONE, and not allowed otherwise.")),
    offerSize: amount("At most the maximum of the exemption."),
    offerName,
    participatingFirms: optional(list(Participant, { nullIsAbsent: true })),
    physicalSignatureRequired: bool(),
    previousExperienceSetting: choice(codeList("previous-experience")),
    published: bool({ description: "Needs the operator's approval and an issuer under contract." }),
    security: object(
      { ticker, previousClosingPrice: price },
      {
        title: "NewPrivateSecurity",
        description:
          "Its fields may also be sent as `security.ticker` and " +
          "`security.previousClosingPrice`, in one form or the other.",
      },
    ),
    securityType: choice(codeList("security-type")),
  },
  {
    title: "NewOffer",
    prepare: gatherSecurity,
    prepared: ["security"],
    examples: [
      {
        blueSkyedStates: ["CA", "NY"],
        clientsHaveAccess: true,
        closingDate: "2031-06-30",
        corporateAccreditationSetting: "A",
        creatingFirmRepresentativeOid: "2101",
        daysFromClosingCashIsRequired: "0",
        documentationExternal: false,
        executionType: "PART_OR_NONE",
        exemption: "RULE_506_B",
        industry: "OTC",
        issuerSize: "R2",
        issuingFirmOid: "1004",
        issuingFirmRepresentativeOid: "2301",
        maximumInvestmentAmount: "250000.00",
        minimumAnnualIncomeRange: "4",
        minimumInvestmentAmount: "10000.00",
        minimumLiquidNetWorthRange: "5",
        minimumNetWorthRange: "5",
        naturalPersonAccreditationSetting: "A",
        offerMinimum: "500000.00",
        offerSize: "2000000.00",
        offerName: "Redwood Robotics Series B",
        participatingFirms: [{ participatingFirmId: "SUMMIT", participatingFirmStatus: "A" }],
        physicalSignatureRequired: false,
        previousExperienceSetting: "N",
        published: true,
        security: { ticker: "PRIV.RWB", previousClosingPrice: "12.50" },
        securityType: "EQUITY",
      },
    ],
  },
);
export type NewOffer = Static<typeof NewOffer>;

const statusWords: Choices["rows"] = [
  { code: "all", name: "all offers" },
  ...offerStatuses.rows.map(({ query, name }) => ({ code: query, name })),
  { code: "open", name: "INITIAL or IN_PROGRESS" },
  { code: "closed", name: "CLOSED_INCOMPLETE, CLOSED_CANCELLED or CLOSED_COMPLETE" },
];

/** The query of the list: which statuses to list; all if left out. */
export const OffersQuery = Type.Object({
  offerstatus: optional(
    choice(
      {
        name: "offer-status-word",
        rows: statusWords,
        takesNames: false,
        codeOf: (word) => statusWords.find(({ code }) => code === word)?.code,
      },
      { error: offerErrors.status, examples: ["open"] },
    ),
  ),
});

const textual = Type.String();
const unknown = nullable(textual);
const stamp = Type.String({ format: "date-time" });
const truth = Type.Boolean();

const PrivateSecurity = Type.Object(
  {
    companyName: textual,
    cusip: unknown,
    directBuyable: truth,
    instrumentType: textual,
    previousClosingPrice: textual,
    settlementPeriod: textual,
    ticker: textual,
    windowBuyable: truth,
  },
  { title: "PrivateSecurity" },
);

const ParticipatingFirm = Type.Object(
  {
    participatingFirmId: textual,
    participatingFirmStatus: codeFrom(codeList("participating-firm-status")),
  },
  { title: "ParticipatingFirm" },
);

/** An offer as it is returned: every key present, null where unknown. */
export const Offer = Type.Object(
  {
    accreditationSetting: codeFrom(codeList("natural-person-accreditation")),
    blueSkyedStates: Type.Array(codeFrom(codeList("state"))),
    clientsHaveAccess: truth,
    closingDate: stamp,
    creatingFirmOid: textual,
    creatingFirmRepresentativeOid: textual,
    creatingMemberOid: unknown,
    creationTimestamp: stamp,
    daysFromClosingCashIsRequired: textual,
    deliveryMethod: codeFrom(codeList("delivery-method")),
    documentationExternal: truth,
    executionType: codeFrom(codeList("execution-type")),
    exemption: codeFrom(codeList("exemption")),
    industry: codeFrom(codeList("industry")),
    iraApproved: truth,
    issuerSize: codeFrom(codeList("issuer-size")),
    issuingFirmOid: textual,
    issuingFirmRepresentativeOid: textual,
    maximumInvestmentAmount: unknown,
    minimumAnnualIncomeRange: codeFrom(codeList("annual-income-range")),
    minimumInvestmentAmount: textual,
    minimumLiquidNetWorthRange: codeFrom(codeList("liquid-net-worth-range")),
    minimumNetWorthRange: codeFrom(codeList("net-worth-range")),
    modificationTimestamp: stamp,
    offerMinimum: unknown,
    offerName: textual,
    offerSize: textual,
    offerStatus: codeFrom(codeList("offer-status")),
    participatingFirms: Type.Array(ParticipatingFirm),
    physicalSignatureRequired: truth,
    previousExperienceSetting: codeFrom(codeList("previous-experience")),
    priceDiscountAmount: unknown,
    privatePlacementOfferOid: textual,
    published: truth,
    publishedDate: nullable(stamp),
    qualifiedInstitutionalBuyerSetting: codeFrom(codeList("corporate-accreditation")),
    security: PrivateSecurity,
    securityType: codeFrom(codeList("security-type")),
  },
  { title: "Offer" },
);
export type Offer = Static<typeof Offer>;

/** A document of an offer as it is returned. */
export const OfferDocument = Type.Object(
  {
    id: textual,
    loginIdViewing: textual,
    name: textual,
    title: textual,
    required: truth,
    signable: truth,
    version: textual,
    viewed: Type.Boolean({ description: "A placeholder: always false." }),
  },
  { title: "OfferDocument" },
);
export type OfferDocument = Static<typeof OfferDocument>;
