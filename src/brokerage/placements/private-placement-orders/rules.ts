// Rules of subscribing to an offer, and of the amount, in their order. (interface 6.4)

import { newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal, subtract, sum } from "@bursar/values/decimal";
import type { ErrorCode } from "@bursar/values/error-code";
import {
  exemptions,
  isRetirementAccount,
  offerStatusCode,
  states,
} from "../../../reference/codes.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { matchesPath } from "../../../values/shape-rule.ts";
import {
  type InForce,
  stateErrors,
} from "../../clients-and-accounts/restrictions/account-state.ts";
import type { OfferRow } from "../offers/reads.ts";
import { reservedFor } from "../offers/reserved-participants.ts";
import type { AccountFirm, CountedInvestor, OtherOrder } from "./eligibility-queries.ts";
import { orderErrors } from "./errors.ts";
import {
  areAccredited,
  areVerified,
  areWithinCounts,
  type Investors,
  isBuyerQualified,
  isCorporate,
  type Owner,
} from "./investors.ts";
import type { NewOrder, OrderUpdate } from "./schema.ts";

/** Rules of a new subscription that need only the request. */
export const rulesOfNewOrder = [matchesPath<NewOrder>("accountNumber", "accountnumber")];

/** Rules of an update that need only the request. */
export const rulesOfOrderUpdate = [
  matchesPath<OrderUpdate>("accountNumber", "accountnumber"),
  matchesPath<OrderUpdate>("privatePlacementOrderOid", "privateplacementorderoid"),
];

/** A document of the offer, and whether the member has viewed its latest version. */
interface DocumentSeen {
  readonly required: boolean;
  readonly isViewed: boolean;
}

/** Everything that the rules look at, as it stands under the locks. */
export interface Subscription {
  readonly now: Date;
  readonly amount: Decimal;
  readonly certified: boolean;
  /** The member who subscribes. */
  readonly loginId: string;
  readonly accountNumber: string;
  readonly offer: OfferRow;
  readonly approvedTotal: Decimal;
  readonly issuerState: string | null;
  /** Whether caller and member see the offer. */
  readonly isInView: boolean;
  readonly firm: AccountFirm;
  readonly investors: Investors;
  readonly inForce: readonly InForce[];
  readonly yetToSign: readonly string[];
  readonly unverified: readonly unknown[];
  /** The industries in which the owners have completed subscriptions. */
  readonly completed: readonly string[];
  readonly documents: readonly DocumentSeen[];
  /** The other open or counted subscriptions to the offer of the primary owner's accounts. */
  readonly others: readonly OtherOrder[];
  readonly counted: readonly CountedInvestor[];
}

type Rule = readonly [ErrorCode, (subscription: Subscription) => boolean];

/** The rules that must hold, in order; once the first fails no other is judged.
 * `offer_approved_total` enforces the capacity of what issuers approve. */
const eligibility: readonly Rule[] = [
  [orderErrors.offer, isOffered],
  [orderErrors.offerClosed, isOpen],
  [orderErrors.participatingFirm, takesPart],
  [orderErrors.member, isOwner],
  [stateErrors.restricted, ({ inForce }) => inForce.length === 0],
  [orderErrors.agreement, ({ yetToSign }) => yetToSign.length === 0],
  [stateErrors.unverified, ({ unverified }) => unverified.length === 0],
  [
    orderErrors.ira,
    ({ offer, investors }) => !isRetirementAccount(investors.accountType) || offer.iraApproved,
  ],
  [orderErrors.accreditation, arePersonsFit],
  [orderErrors.corporateAccreditation, isFirmFit],
  [orderErrors.accreditationVerification, areVerifiedWhereNeeded],
  [orderErrors.income, ofRange("annualIncome", "minimumAnnualIncomeRange")],
  [orderErrors.liquidNetWorth, ofRange("liquidNetWorth", "minimumLiquidNetWorthRange")],
  [orderErrors.netWorth, ofRange("netWorth", "minimumNetWorthRange")],
  [orderErrors.experience, areExperienced],
  [orderErrors.investmentLimit, isLimitCertified],
  [orderErrors.state, areStatesFit],
  [orderErrors.documents, areDocumentsViewed],
  [orderErrors.minimumInvestment, isAboveMinimum],
  [orderErrors.maximumInvestment, isWithinMaximum],
  [orderErrors.capacity, isWithinCapacity],
  [orderErrors.investorCount, isWithinCounts],
  [orderErrors.unique, isOnlyOne],
];

/** The codes that may refuse a subscription, in order. */
export const eligibilityErrors = eligibility.map(([error]) => error);

/** The codes that may refuse another amount. */
export const amountErrors: readonly ErrorCode[] = [
  orderErrors.offerClosed,
  stateErrors.restricted,
  orderErrors.minimumInvestment,
  orderErrors.maximumInvestment,
  orderErrors.capacity,
];

/** Why an account may not subscribe: that the offer is not for it alone, or all else.
 * `private_placement_order_once` enforces that it has one subscription. */
export function problemsWithNew(subscription: Subscription): Problem[] {
  if (!isOffered(subscription)) return [ruleProblem(orderErrors.offer)];
  return broken(eligibility, subscription);
}

/** Why the amount of a subscription may not become what is asked for. */
export function problemsWithAmount(subscription: Subscription): Problem[] {
  return broken(
    eligibility.filter(([error]) => amountErrors.includes(error)),
    subscription,
  );
}

function broken(rules: readonly Rule[], subscription: Subscription): Problem[] {
  return rules.flatMap(([error, holds]) => (holds(subscription) ? [] : [ruleProblem(error)]));
}

/** Whether an owner lives outside the states of the offer, so that the issuer decides. */
export function isBlueSkyException(subscription: Subscription): boolean {
  const { blueSkyedStates } = subscription.offer;
  return statesOf(subscription).some((state) => !blueSkyedStates.includes(state ?? ""));
}

/** Clients see the offer, and may invest. */
function isOffered({ isInView, offer }: Subscription): boolean {
  return isInView && offer.published && offer.clientsHaveAccess;
}

/** The last day holds to its end. */
function isOpen({ offer, now }: Subscription): boolean {
  const isOfStatus =
    offer.offerStatus === offerStatusCode.initial ||
    offer.offerStatus === offerStatusCode.inProgress;
  return isOfStatus && newYorkDay(now) <= offer.closingOn;
}

/** The account's firm created the offer, has approved its part, or is behind a reserved name and has
 * not declined. */
function takesPart({ offer, firm }: Subscription): boolean {
  if (offer.creatingFirmOid === firm.firmOid) return true;
  const statusOf = (id: string) =>
    offer.participatingFirms.find(({ participatingFirmId }) => participatingFirmId === id)
      ?.participatingFirmStatus;
  const own = statusOf(firm.partnerCode);
  if (own === "A" || own === "D") return own === "A";
  return reservedFor(firm).some((id) => statusOf(id) !== undefined && statusOf(id) !== "D");
}

function isOwner({ investors, loginId }: Subscription): boolean {
  return investors.owners.some((owner) => owner.loginId === loginId);
}

function exemptionOf({ offer, now }: Subscription) {
  return exemptions.lastInForce(offer.exemption, newYorkDay(now));
}

/** Of natural persons each is accredited where the setting or the exemption admits no others; then
 * no minor invests by a custodian. */
function arePersonsFit(subscription: Subscription): boolean {
  const { offer, investors } = subscription;
  if (isCorporate(investors)) return true;
  const isForAll =
    offer.naturalPersonAccreditation !== "A" &&
    exemptionOf(subscription)?.naturalPersons !== "accredited";
  return isForAll || (investors.accountType !== "U" && areAccredited(investors));
}

/** A level that is verified for a firm's representative counts as the firm's. */
function isFirmFit(subscription: Subscription): boolean {
  const { offer, investors } = subscription;
  if (!isCorporate(investors)) return true;
  if (offer.corporateAccreditation === "Q") return isBuyerQualified(investors);
  const isForAll =
    offer.corporateAccreditation === "E" &&
    exemptionOf(subscription)?.naturalPersons !== "accredited";
  return isForAll || areAccredited(investors);
}

function areVerifiedWhereNeeded(subscription: Subscription): boolean {
  return exemptionOf(subscription)?.verified !== true || areVerified(subscription.investors);
}

type RangeOfOwner = "annualIncome" | "liquidNetWorth" | "netWorth";
type RangeOfOffer =
  | "minimumAnnualIncomeRange"
  | "minimumLiquidNetWorthRange"
  | "minimumNetWorthRange";

/** Each natural person's range is at least the offer's; one that is not known is the lowest. */
function ofRange(own: RangeOfOwner, least: RangeOfOffer) {
  return ({ offer, investors }: Subscription): boolean =>
    isCorporate(investors) ||
    investors.owners.every((owner) => isAtLeast(owner[own] ?? "1", offer[least]));
}

function isAtLeast(range: string, least: string): boolean {
  return compare(range as Decimal, least as Decimal) >= 0;
}

/** Some owner has invested so before, by its own word or here. */
function areExperienced({ offer, investors, completed }: Subscription): boolean {
  if (offer.previousExperience === "N") return true;
  const known = [...completed, ...investors.owners.flatMap(({ experience }) => experience)];
  return offer.previousExperience === "A" ? known.length > 0 : known.includes(offer.industry);
}

/** Regulation A: whoever is not accredited gives his word for the ten percent. */
function isLimitCertified({ offer, investors, certified }: Subscription): boolean {
  return offer.exemption !== "A" || areAccredited(investors) || certified;
}

function statesOf({ firm, investors }: Subscription): readonly (string | null)[] {
  const isOfFirm = isCorporate(investors) && firm.corporateState !== null;
  return isOfFirm ? [firm.corporateState] : investors.owners.map((owner: Owner) => owner.state);
}

/** A state that no offer may name is refused, and under Rule 147 any but the issuer's. */
function areStatesFit(subscription: Subscription): boolean {
  const { issuerState } = subscription;
  const isOfIssuer = exemptionOf(subscription)?.stateRule === "issuer";
  return statesOf(subscription).every(
    (state) => states.find(state ?? "")?.blueSky === true && (!isOfIssuer || state === issuerState),
  );
}

function areDocumentsViewed({ offer, documents }: Subscription): boolean {
  return (
    offer.documentationExternal ||
    documents.every(({ required, isViewed }) => isViewed || !required)
  );
}

function isAboveMinimum({ offer, amount }: Subscription): boolean {
  return compare(amount, offer.minimumInvestmentAmount) >= 0;
}

/** With what the primary owner's other accounts have asked for, or have got. */
function isWithinMaximum({ offer, amount, others, accountNumber }: Subscription): boolean {
  const ofOthers = others.filter((each) => each.accountNumber !== accountNumber);
  const all = sum([amount, ...ofOthers.map((each) => each.amount)]);
  return compare(all, offer.maximumInvestmentAmount ?? offer.offerSize) <= 0;
}

/** The approved amounts leave capacity; requests together may exceed it. */
function isWithinCapacity({ offer, amount, approvedTotal }: Subscription): boolean {
  return compare(amount, subtract(offer.offerSize, approvedTotal)) <= 0;
}

function isWithinCounts({ offer, investors, counted }: Subscription): boolean {
  return areWithinCounts(offer.exemption, investors, counted);
}

function isOnlyOne({ others, accountNumber }: Subscription): boolean {
  return !others.some((each) => each.accountNumber === accountNumber);
}
