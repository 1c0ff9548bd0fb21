// The terms of an offering in the form, and the requests that are built from them.
import type { CodeList } from "../../data/codes.ts";
import { offerCodes } from "../../data/offer-codes.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { dayIn } from "../../data/texts.ts";

type Security = keyof Shapes["NewPrivateSecurity"];
/** A field of the two requests, as their problems name it. */
type OfferField = keyof Shapes["NewOffer"] | keyof Shapes["OfferUpdate"] | `security.${Security}`;

/** A term of an offering, and how it is entered. */
export interface Term {
  readonly field: OfferField;
  readonly label: string;
  readonly hint?: string;
  readonly kind: "text" | "amount" | "day" | "flag" | "words" | CodeList;
  /** When the term becomes fixed; by default, once the offering is closed. */
  readonly until?: "creation" | "first subscription";
  /** Only the operator enters it, and only after creation. */
  readonly isOperators?: true;
}

const created = { until: "creation" } as const;
const subscribed = { until: "first subscription" } as const;
const operators = { isOperators: true } as const;

const offered: readonly Term[] = [
  { field: "offerName", label: "Name", kind: "text", ...subscribed },
  { field: "securityType", label: "Security type", kind: offerCodes.securityTypes, ...created },
  {
    field: "security.ticker",
    label: "Ticker",
    kind: "text",
    ...created,
    hint: "PRIV. followed by two to five characters",
  },
  {
    field: "security.previousClosingPrice",
    label: "Unit price ($)",
    kind: "amount",
    ...subscribed,
  },
  { field: "exemption", label: "Exemption", kind: offerCodes.exemptions, ...created },
  { field: "industry", label: "Industry", kind: offerCodes.industries, ...created },
  { field: "issuerSize", label: "Issuer size", kind: offerCodes.issuerSizes, ...created },
];

const amounts: readonly Term[] = [
  { field: "offerSize", label: "Offering size ($)", kind: "amount" },
  { field: "executionType", label: "Execution", kind: offerCodes.executions, ...subscribed },
  {
    field: "offerMinimum",
    label: "Minimum raise ($)",
    kind: "amount",
    hint: "Only if a partial raise is allowed",
  },
  {
    field: "minimumInvestmentAmount",
    label: "Minimum investment ($)",
    kind: "amount",
    ...subscribed,
  },
  {
    field: "maximumInvestmentAmount",
    label: "Maximum investment ($)",
    kind: "amount",
    hint: "Defaults to the offering size",
  },
  { field: "closingDate", label: "Closing date", kind: "day" },
  {
    field: "priceDiscountAmount",
    label: "Price discount ($)",
    kind: "amount",
    ...operators,
  },
];

const investors: readonly Term[] = [
  {
    field: "blueSkyedStates",
    label: "Blue sky states",
    kind: "words",
    hint: "State codes, such as CA, NY",
  },
  {
    field: "naturalPersonAccreditationSetting",
    label: "Individuals",
    kind: offerCodes.naturalPersons,
    ...subscribed,
  },
  {
    field: "corporateAccreditationSetting",
    label: "Corporate accounts",
    kind: offerCodes.corporations,
    ...subscribed,
  },
  {
    field: "minimumAnnualIncomeRange",
    hint: "",
    label: "Annual income",
    kind: offerCodes.incomes,
    ...subscribed,
  },
  {
    field: "minimumNetWorthRange",
    hint: "",
    label: "Net worth",
    kind: offerCodes.worths,
    ...subscribed,
  },
  {
    field: "minimumLiquidNetWorthRange",
    hint: "",
    label: "Liquid net worth",
    kind: offerCodes.liquidWorths,
    ...subscribed,
  },
  {
    field: "previousExperienceSetting",
    label: "Experience",
    kind: offerCodes.experiences,
    ...subscribed,
  },
  {
    field: "participatingFirms",
    label: "Participating firms",
    kind: "words",
    hint: "Partner codes; DEFAULT for all firms, IAFIRM for all advisory firms",
  },
  { field: "clientsHaveAccess", label: "Visible to clients", kind: "flag" },
  {
    field: "iraApproved",
    label: "IRA eligible",
    kind: "flag",
    ...operators,
  },
];

const handling: readonly Term[] = [
  {
    field: "creatingFirmRepresentativeOid",
    label: "Firm representative",
    kind: "text",
    ...subscribed,
    hint: "Member number; defaults to yours",
  },
  {
    field: "physicalSignatureRequired",
    label: "Paper signature required",
    kind: "flag",
    ...subscribed,
  },
  {
    field: "documentationExternal",
    label: "Documents handled externally",
    kind: "flag",
    ...subscribed,
  },
  {
    field: "published",
    label: "Published",
    kind: "flag",
    hint: "Requires operator approval of the ticker and a document to sign",
  },
];

/** The terms by subject. */
export const sections: readonly { readonly title: string; readonly terms: readonly Term[] }[] = [
  { title: "Security", terms: offered },
  { title: "Size and dates", terms: amounts },
  { title: "Investor eligibility", terms: investors },
  { title: "Administration", terms: handling },
];

const terms = sections.flatMap((section) => section.terms);

/** Form values by field: a boolean for a flag, else a text. */
export type Draft = Readonly<Record<string, string | boolean>>;

/** An empty new offering. */
export function emptyDraft({ memberId }: Session): Draft {
  const empty = terms
    .filter(({ isOperators }) => isOperators === undefined)
    .map(({ field, kind }) => [field, kind === "flag" ? false : ""]);
  return {
    ...Object.fromEntries(empty),
    issuingFirmOid: "",
    issuingFirmRepresentativeOid: "",
    creatingFirmRepresentativeOid: memberId,
    clientsHaveAccess: true,
    minimumAnnualIncomeRange: "1",
    minimumNetWorthRange: "1",
    minimumLiquidNetWorthRange: "1",
    previousExperienceSetting: "N",
    naturalPersonAccreditationSetting: "A",
    corporateAccreditationSetting: "A",
  };
}

/** The current values of an offering. */
export function draftOf(offer: Shapes["Offer"]): Draft {
  const { closingDate, participatingFirms, security, accreditationSetting } = offer;
  const standing: Readonly<Record<string, unknown>> = {
    ...offer,
    closingDate: dayIn(closingDate),
    blueSkyedStates: offer.blueSkyedStates.join(", "),

    "security.ticker": security.ticker,
    naturalPersonAccreditationSetting: accreditationSetting,
    "security.previousClosingPrice": security.previousClosingPrice,
    corporateAccreditationSetting: offer.qualifiedInstitutionalBuyerSetting,
    physicalSignatureRequired: offer.deliveryMethod === "P",
    participatingFirms: participatingFirms.map((firm) => firm.participatingFirmId).join(", "),
  };
  const standingOf = ({ field, kind }: Term) => standing[field] ?? (kind === "flag" ? false : "");
  return Object.fromEntries(
    terms.map((term) => [term.field, standingOf(term) as string | boolean]),
  );
}

/** The terms of an offering that a user may enter; without an offering, those of a new one. */
export function openTerms(
  of: readonly Term[],
  { kind }: Session,
  offer?: Shapes["Offer"],
): readonly Term[] {
  return of.filter(({ until, isOperators }) => {
    if (isOperators && (offer === undefined || kind !== "operator")) return false;
    if (offer === undefined) return true;
    return until !== "creation" && (until === undefined || offer.offerStatus === "I");
  });
}

/** The request for a new offering. Empty fields are left out, so that the service reports them. */
export function newOfferOf(draft: Draft): Shapes["NewOffer"] {
  const given = Object.entries(draft).filter(([, value]) => value !== "");
  return bodyOf(given, { blueSkyedStates: [], daysFromClosingCashIsRequired: "0" });
}

const mayBeEmptied = ["maximumInvestmentAmount", "offerMinimum", "priceDiscountAmount"];

/** The request with the changed terms. */
export function updateOf(standing: Draft, draft: Draft): Shapes["OfferUpdate"] {
  const changed = Object.entries(draft).filter(([field, value]) => value !== standing[field]);
  const emptied = changed.map(
    ([field, value]) =>
      [field, value === "" && mayBeEmptied.includes(field) ? null : value] as const,
  );
  return bodyOf(emptied, {});
}

/** Texts are sent as typed, since the service checks every value. */
function bodyOf<B>(given: readonly (readonly [string, unknown])[], preset: object): B {
  const flat = given.map(([field, value]) => {
    const isWords = terms.some((term) => term.field === field && term.kind === "words");
    return [field, isWords ? entriesOf(field, String(value)) : value] as const;
  });
  const ofSecurity = flat.filter(([field]) => field.startsWith("security."));
  const others = flat.filter(([field]) => !field.startsWith("security."));
  const security = ofSecurity.map(([field, value]) => [field.slice("security.".length), value]);
  return {
    ...preset,
    ...Object.fromEntries(others),
    ...(security.length > 0 && { security: Object.fromEntries(security) }),
  } as B;
}

function entriesOf(field: string, text: string): readonly unknown[] {
  const names = text.toUpperCase().split(/[\s,;]+/);
  const entries = names.filter((name) => name !== "");
  if (field !== "participatingFirms") return entries;
  return entries.map((id) => ({ participatingFirmId: id, participatingFirmStatus: "A" }));
}
