// Rules of offers: what may be offered, by whom, to whom and under which exemption. (interface 2.3,
// 4.3)

import { type Day, newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import type { ErrorCode } from "@bursar/values/error-code";
import {
  executionTypeCode,
  exemptions,
  industries,
  issuerSizes,
} from "../../../reference/codes.ts";
import { fieldProblem, notListed, type Problem, ruleProblem } from "../../../values/problem.ts";
import { entryRules, shapeRules } from "../../../values/shape-rule.ts";
import { offerErrors } from "./errors.ts";
import type { OfferRow } from "./queries.ts";
import { reservedParticipants } from "./reserved-participants.ts";
import type { NewOffer } from "./schema.ts";

const rule = shapeRules<NewOffer>();
const entries = entryRules<NewOffer>();

function unless(isHeld: boolean, error: ErrorCode): Problem[] {
  return isHeld ? [] : [ruleProblem(error)];
}

/** Whether the values that could be read are distinct. */
export function areDistinct(values: readonly (string | undefined)[]): boolean {
  const known = values.filter((value) => value !== undefined);
  return new Set(known).size === known.length;
}

const closesLater = rule(["closingDate"], ({ closingDate }, { now }) =>
  closingDate > newYorkDay(now) ? [] : [fieldProblem("closingDate", offerErrors.closingDate)],
);

const isInForce = rule(["exemption"], ({ exemption }, { now }) =>
  exemptions.has(exemption, newYorkDay(now))
    ? []
    : [notListed("exemption", exemptionsOn(newYorkDay(now)))],
);

/**
 * Rules that need only the request, the clock and the code lists. Constraints enforce some of them:
 * `offer_minimum_by_execution` the offer minimum, `offer_investment_order` the amounts of an
 * investment, `offer_participating_firm_once` that each participant is named once.
 */
export const rulesOfRequest = [
  entries("blueSkyedStates", [], (states) =>
    areDistinct(states) ? [] : [fieldProblem("blueSkyedStates", offerErrors.statesTwice)],
  ),
  closesLater,
  isInForce,
  rule(["executionType", "offerMinimum"], ({ executionType, offerMinimum }) =>
    executionType === executionTypeCode.partOrNone && offerMinimum === undefined
      ? [fieldProblem("offerMinimum", offerErrors.minimumMissing)]
      : [],
  ),
  entries("participatingFirms", ["participatingFirmId"], (firms) =>
    areDistinct(firms.map((firm) => firm?.participatingFirmId))
      ? []
      : [fieldProblem("participatingFirms", offerErrors.participantsTwice)],
  ),
  rule(["industry", "issuerSize"], ({ industry, issuerSize }) =>
    unless(
      issuerSizes.find(issuerSize)?.measure === industries.find(industry)?.sizeMeasure,
      offerErrors.issuerSize,
    ),
  ),
  rule(["exemption", "offerSize"], ({ exemption, offerSize }, { now }) => {
    const maximum = exemptions.lastInForce(exemption, newYorkDay(now))?.maximumOfferSize;
    const isWithin = maximum === undefined || compare(offerSize, maximum) <= 0;
    return unless(isWithin, offerErrors.sizeOfExemption);
  }),
  rule(["exemption", "naturalPersonAccreditationSetting"], (request, { now }) => {
    const isOpen = request.naturalPersonAccreditationSetting === "E";
    return unless(!isOpen || admitsAnyone(request.exemption, now), offerErrors.naturalPersons);
  }),
  rule(["exemption", "corporateAccreditationSetting"], (request, { now }) => {
    const isOpen = request.corporateAccreditationSetting === "E";
    return unless(!isOpen || admitsAnyone(request.exemption, now), offerErrors.corporations);
  }),
  rule(["executionType", "offerMinimum"], ({ executionType, offerMinimum }) =>
    unless(
      executionType === executionTypeCode.partOrNone || offerMinimum === undefined,
      offerErrors.minimumNotAllowed,
    ),
  ),
  rule(["executionType", "offerMinimum", "offerSize"], (request) => {
    const { executionType, offerMinimum, offerSize } = request;
    const applies = executionType === executionTypeCode.partOrNone && offerMinimum !== undefined;
    return unless(!applies || compare(offerMinimum, offerSize) <= 0, offerErrors.minimumAboveSize);
  }),
  rule(["minimumInvestmentAmount", "maximumInvestmentAmount"], (request) =>
    inOrder(request.minimumInvestmentAmount, request.maximumInvestmentAmount),
  ),
  ...(["minimumInvestmentAmount", "maximumInvestmentAmount"] as const).map((field) =>
    rule([field, "offerSize"], (request) => inOrder(request[field], request.offerSize)),
  ),
];

/** The codes of what an offer says, when it is created and later. */
export const errorsOfTerms = [
  offerErrors.statesTwice,
  offerErrors.closingDate,
  offerErrors.minimumMissing,
  offerErrors.participantsTwice,
  offerErrors.securityForm,
  offerErrors.sizeOfExemption,
  offerErrors.naturalPersons,
  offerErrors.corporations,
  offerErrors.minimumNotAllowed,
  offerErrors.minimumAboveSize,
  offerErrors.investmentOrder,
  offerErrors.creatingRepresentative,
  offerErrors.californiaIssuer,
  offerErrors.statesOfExemption,
  offerErrors.approval,
  offerErrors.participant,
];

/** The rules that hold for as long as an offer stands, without those about the day of the
 * request. */
export const rulesOfTerms = rulesOfRequest.filter(
  (each) => each !== closesLater && each !== isInForce,
);

function inOrder(least: Decimal | undefined, most: Decimal | undefined): Problem[] {
  const isHeld = least === undefined || most === undefined || compare(least, most) <= 0;
  return unless(isHeld, offerErrors.investmentOrder);
}

function exemptionsOn(day: Day): string[] {
  return exemptions.rows.map(({ code }) => code).filter((code) => exemptions.has(code, day));
}

function admitsAnyone(exemption: string, now: Date): boolean {
  return exemptions.lastInForce(exemption, newYorkDay(now))?.naturalPersons !== "accredited";
}

/** The stored facts about the firms, persons and documents that a request names. */
export interface OfferFacts {
  readonly issuer: IssuerFacts | undefined;
  /** Whether the member belongs to the issuing firm and may use the issuer's account. */
  readonly isIssuersRepresentative: boolean;
  /** Whether the member is staff of the creating firm. */
  readonly isCreatorsRepresentative: boolean;
  readonly isTickerTaken: boolean;
  /** The participants in the request that are partner codes of firms. */
  readonly partnerCodes: readonly string[];
  /** The day of the operator's approval of this issuer's security, null without one. */
  readonly approvedOn: Day | null;
  /** Whether the latest version of some document is both required and signable. */
  readonly hasDocumentToSign: boolean;
}

/** The stored facts about an issuing firm. */
export interface IssuerFacts {
  readonly name: string;
  readonly state: string | null;
  readonly isUnderContract: boolean;
}

/** Problems that need stored facts. `offer_ticker_key` and `offer_participating_firm_known` enforce
 * the rules of the ticker and the participants. They are judged in steps, each only if nothing
 * before it is wrong, so a request that cannot succeed reveals nothing of other firms. First comes
 * the caller's own firm. Then the issuer must have its representative, which is refused alike if
 * there is no such firm. Then come what the issuer has, which partner codes exist, and whether
 * another offer has the ticker. */
export function problemsWith(request: NewOffer, facts: OfferFacts, now: Date): Problem[] {
  const { issuer } = facts;
  const ofIssuer =
    issuer !== undefined && facts.isIssuersRepresentative
      ? [...problemsOfState(request, issuer, now), ...problemsOfPublication(request, facts, now)]
      : [ruleProblem(offerErrors.issuingRepresentative)];
  const steps = [
    unless(facts.isCreatorsRepresentative, offerErrors.creatingRepresentative),
    ofIssuer,
    unless(areKnown(request, facts), offerErrors.participant),
    unless(!facts.isTickerTaken, offerErrors.tickerTaken),
  ];
  return steps.find((problems) => problems.length > 0) ?? [];
}

function areKnown({ participatingFirms = [] }: NewOffer, facts: OfferFacts): boolean {
  return participatingFirms.every((firm) => isParticipant(firm.participatingFirmId, facts));
}

/** Whether a participant is a reserved name, or the partner code of a firm. */
export function isParticipant(
  id: string,
  { partnerCodes }: Pick<OfferFacts, "partnerCodes">,
): boolean {
  const known: readonly string[] = [...reservedParticipants, ...partnerCodes];
  return known.includes(id);
}

/** Rule 1001 is for issuers of California, and Rule 147 for the issuer's state alone. */
export function problemsOfState(
  { exemption, blueSkyedStates }: Pick<OfferRow, "exemption" | "blueSkyedStates">,
  issuer: IssuerFacts | undefined,
  now: Date,
): Problem[] {
  const stateRule = exemptions.lastInForce(exemption, newYorkDay(now))?.stateRule;
  if (stateRule === "california") {
    return unless(issuer?.state === "CA", offerErrors.californiaIssuer);
  }
  if (stateRule !== "issuer") return [];
  const [first, ...others] = blueSkyedStates;
  const isOfIssuer = first !== undefined && first === issuer?.state && others.length === 0;
  return unless(isOfIssuer, offerErrors.statesOfExemption);
}

function problemsOfPublication(request: NewOffer, facts: OfferFacts, now: Date): Problem[] {
  return request.published ? publicationProblems(request, facts, now) : [];
}

/** Publication needs the contract, the approval and, where hosted, a document to sign. The
 * response says which is missing, but not whether it is the contract or the approval: both are the
 * issuer's. */
export function publicationProblems(
  request: Pick<NewOffer, "documentationExternal">,
  facts: Pick<OfferFacts, "approvedOn" | "hasDocumentToSign" | "issuer">,
  now: Date,
): Problem[] {
  const { approvedOn, hasDocumentToSign, issuer } = facts;
  const isApproved = approvedOn !== null && approvedOn <= newYorkDay(now);
  const isDocumented = request.documentationExternal || hasDocumentToSign;
  const isUnderContract = issuer?.isUnderContract === true;
  const missing = [
    ...(isUnderContract && isApproved
      ? []
      : [
          "its issuer is not under contract, or the operator has not approved its security by today",
        ]),
    ...(isDocumented ? [] : ["it has no document whose latest version is required and signable"]),
  ];
  const sentence = `The offer cannot be published: ${missing.join("; ")}.`;
  return unless(missing.length === 0, { ...offerErrors.approval, sentence });
}

/** Whether a version of a document is above another, as numbers: 1.10 is above 1.9. */
export function isLater(version: string, than: string): boolean {
  const [major = 0n, minor = 0n] = version.split(".").map(BigInt);
  const [majorThan = 0n, minorThan = 0n] = than.split(".").map(BigInt);
  return major === majorThan ? minor > minorThan : major > majorThan;
}
