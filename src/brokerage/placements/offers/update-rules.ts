// Rules of updates of an offer: which fields, by whom and until when. (interface 2.3)
import { type Day, newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal, isZero } from "@bursar/values/decimal";
import { executionTypeCode, offerStatusCode, participationCode } from "../../../reference/codes.ts";
import { type Mover, mayMove } from "../../../values/life-cycle.ts";
import {
  brokenIf,
  fieldProblem,
  notListed,
  type Problem,
  ruleProblem,
} from "../../../values/problem.ts";
import { checkShape, entryRules, matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { offerErrors } from "./errors.ts";
import { isEndedByTime, isExecutable } from "./execution-rule.ts";
import { type OfferStatus, offerLifeCycle } from "./life-cycle.ts";
import { changedOffer } from "./offer-change.ts";
import { offerTerms } from "./offer-terms.ts";
import type { OfferUpdate } from "./offer-update.ts";
import type { OfferRow, Participant } from "./queries.ts";
import { reservedFor } from "./reserved-participants.ts";
import {
  areDistinct,
  isParticipant,
  type OfferFacts,
  problemsOfState,
  publicationProblems,
  rulesOfTerms,
} from "./rules.ts";

const rule = shapeRules<OfferUpdate>();
const entries = entryRules<OfferUpdate>();

const companions: ReadonlySet<string> = new Set([
  "offerStatus",
  "comment",
  "privatePlacementOfferOid",
]);

/** Rules that need only the request, its path and who sends it. */
export const rulesOfUpdate = [
  entries("blueSkyedStates", [], (states) =>
    areDistinct(states) ? [] : [fieldProblem("blueSkyedStates", offerErrors.statesTwice)],
  ),
  entries("participatingFirms", ["participatingFirmId"], (firms) =>
    areDistinct(firms.map((firm) => firm?.participatingFirmId))
      ? []
      : [fieldProblem("participatingFirms", offerErrors.participantsTwice)],
  ),
  matchesPath<OfferUpdate>("privatePlacementOfferOid", "privateplacementofferoid"),
  rule([], (request, { firmKind }) => {
    const { iraApproved, priceDiscountAmount } = request as OfferUpdate;
    const isSent = iraApproved !== undefined || priceDiscountAmount !== undefined;
    return brokenIf(isSent && firmKind !== "operator", offerErrors.operatorField);
  }),
  rule(["offerStatus"], ({ offerStatus = "", ...rest }) => {
    const others = Object.entries(rest).filter(
      ([name, value]) => value !== undefined && !companions.has(name),
    );
    return brokenIf(closing.has(offerStatus) && others.length > 0, offerErrors.statusAlone);
  }),
];

/** The statuses to which a request may bring an open offer: cancelled, closed, executed. */
const closing: ReadonlySet<string> = new Set([
  offerStatusCode.cancelled,
  offerStatusCode.incomplete,
  offerStatusCode.complete,
]);

/** An offer as it will stand, and the fields that change. */
export interface StandingOffer {
  readonly row: OfferRow;
  readonly changed: readonly string[];
}

/** The offer with what was sent; a field that is sent as it is stored is no change. */
export function standingOffer(stored: OfferRow, request: OfferUpdate, now: Date): StandingOffer {
  const sent = offerTerms.filter((term) => term.sent(request) !== undefined);
  const changes = Object.fromEntries(sent.map((term) => [term.name, term.sent(request)]));
  const participatingFirms = participantsAfter(stored, request);
  const row = withDerived({ ...stored, ...changes, participatingFirms }, stored, now);
  const terms = offerTerms.filter(({ name, isSame }) => !isSame(row[name], stored[name]));
  const changed = [
    ...terms.map(({ field }) => field),
    ...(participatingFirms === stored.participatingFirms ? [] : ["participatingFirms"]),
  ];
  return changed.length === 0 ? { row: stored, changed } : { row, changed };
}

/** A firm that stays keeps its status; one that is named anew is invited. Their order says
 * nothing. */
function participantsAfter(
  { participatingFirms: before }: OfferRow,
  { participatingFirms: sent }: OfferUpdate,
): readonly Participant[] {
  if (sent === undefined) return before;
  const status = new Map(
    before.map((firm) => [firm.participatingFirmId, firm.participatingFirmStatus]),
  );
  const after = sent.map(({ participatingFirmId: id }) => ({
    participatingFirmId: id,
    participatingFirmStatus: status.get(id) ?? participationCode.pending,
  }));
  const named = (firms: readonly Participant[]) => JSON.stringify(firms.map(idOf).toSorted());
  return named(after) === named(before) ? before : after;
}

function idOf({ participatingFirmId }: Participant): string {
  return participatingFirmId;
}

/** The minimum follows the execution type, and the day of publication the publication. */
function withDerived(row: OfferRow, stored: OfferRow, now: Date): OfferRow {
  const { executionType, offerSize, published } = row;
  const ofType = { A: offerSize, B: null }[executionType];
  const offerMinimum = ofType === undefined ? row.offerMinimum : ofType;
  const publishedOn = stored.published ? stored.publishedOn : newYorkDay(now);
  const derived = { offerMinimum, publishedOn: published ? publishedOn : null };
  return changedOffer(row, derived, now);
}

/** A firm whose accounts have open subscriptions to an offer. */
interface InvestingFirm {
  readonly firmOid: string;
  readonly partnerCode: string;
  readonly kind: string;
}

/** Stored facts other than the offer itself. */
export type UpdateFacts = Pick<
  OfferFacts,
  "issuer" | "isCreatorsRepresentative" | "partnerCodes" | "approvedOn" | "hasDocumentToSign"
> & {
  /** The firms whose accounts have open subscriptions. */
  readonly investingFirms: readonly InvestingFirm[];
};

/** An update with all that its rules look at. */
export interface JudgedUpdate {
  readonly stored: OfferRow;
  readonly request: OfferUpdate;
  readonly standing: StandingOffer;
  readonly facts: UpdateFacts;
  readonly by: Mover;
  readonly now: Date;
}

/** Problems that need stored facts. Of a closed offer no others are reported, also if the sweep has
 * yet to close it. One that ends or does not change is not judged by its terms. `offer_ticker_key`
 * and the other constraints of a new offer hold of a changed one as well. */
export function problemsWithUpdate(update: JudgedUpdate): Problem[] {
  const { stored, standing, now } = update;
  const today = newYorkDay(now);
  const status = statusMeant(update);
  const isOpen = isOpenStatus(stored.offerStatus) && !isEndedByTime(stored, today);
  if (!isOpen && status === undefined && standing.changed.length === 0) return [];
  if (!isOpen || (status !== undefined && !isStep(update, status))) {
    return [ruleProblem(offerErrors.offerStatus)];
  }
  if (status === offerStatusCode.complete) {
    return brokenIf(!isExecutable(stored, stored.approvedTotal), offerErrors.execution);
  }
  if (status !== undefined) return [];
  const ofSent = problemsOfSent(update);
  if (standing.changed.length === 0) return ofSent;
  return [
    ...ofSent,
    ...problemsOfProgress(stored, standing),
    ...problemsOfDays(stored, standing, today),
    ...problemsOfTerms(update),
    ...problemsOfFacts(update),
    ...brokenIf(
      stored.offerStatus === offerStatusCode.inProgress && isWithdrawn(update),
      offerErrors.unpublish,
    ),
  ];
}

function isOpenStatus(status: string): boolean {
  return status === offerStatusCode.initial || status === offerStatusCode.inProgress;
}

function isWithdrawn({ stored, standing }: JudgedUpdate): boolean {
  return stored.published && !standing.row.published;
}

/** The status that is asked for; the one that an open offer has is no change. */
function statusMeant({ stored, request }: JudgedUpdate): string | undefined {
  const { offerStatus = stored.offerStatus } = request;
  const isStay = offerStatus === stored.offerStatus && !closing.has(offerStatus);
  return isStay || request.offerStatus === undefined ? undefined : offerStatus;
}

function isStep({ stored, by }: JudgedUpdate, to: string): boolean {
  const step = { from: stored.offerStatus as OfferStatus, to: to as OfferStatus };
  return mayMove(offerLifeCycle, { ...step, by, through: "updateOffer" });
}

/** Once there are subscriptions, what they were made on stays. */
function problemsOfProgress(stored: OfferRow, { row, changed }: StandingOffer): Problem[] {
  if (stored.offerStatus !== offerStatusCode.inProgress) return [];
  const fixed = offerTerms.filter(({ until }) => until === "first subscription");
  const isEarlier = row.closingOn < stored.closingOn;
  const isFixed =
    stored.executionType !== executionTypeCode.bestEfforts && row.closingOn !== stored.closingOn;
  return [
    ...brokenIf(
      fixed.some(({ field }) => changed.includes(field)),
      offerErrors.inProgress,
    ),
    ...brokenIf(isEarlier || isFixed, offerErrors.closingDateInProgress),
  ];
}

function problemsOfDays(stored: OfferRow, { row, changed }: StandingOffer, today: Day): Problem[] {
  const [before, after] = [stored, row].map(daysOf) as [Decimal, Decimal];
  const isMore = compare(after, before) > 0;
  const isOther = changed.includes("daysFromClosingCashIsRequired") && !isMore;
  const isPast = changed.includes("closingDate") && row.closingOn <= today;
  return [
    ...(isPast ? [fieldProblem("closingDate", offerErrors.closingDate)] : []),
    ...(isOther && !isZero(after)
      ? [fieldProblem("daysFromClosingCashIsRequired", offerErrors.daysFromClosing)]
      : []),
    ...brokenIf(isMore, offerErrors.cashDate),
  ];
}

function daysOf({ daysFromClosingCashIsRequired: days }: OfferRow): Decimal {
  return days as Decimal;
}

/** Problems of values that may not be sent even where nothing changes: a minimum that the offer
 * neither has nor will have, and a status that the firm does not have. */
function problemsOfSent({ stored, request, standing }: JudgedUpdate): Problem[] {
  const { offerMinimum: sent } = request;
  const isMinimum = sent === undefined || sent === null || isOneOf(sent, [stored, standing.row]);
  return [
    ...problemsOfStatuses(stored, request),
    ...brokenIf(!isMinimum, offerErrors.minimumNotAllowed),
  ];
}

/** The rules of a new offer, for the offer as it will stand; under PART_OR_NONE alone its minimum
 * is one that is sent. */
function problemsOfTerms({ standing: { row }, now }: JudgedUpdate): Problem[] {
  const terms = {
    ...row,
    naturalPersonAccreditationSetting: row.naturalPersonAccreditation,
    corporateAccreditationSetting: row.corporateAccreditation,
    maximumInvestmentAmount: row.maximumInvestmentAmount ?? undefined,
    offerMinimum:
      row.executionType === executionTypeCode.partOrNone
        ? (row.offerMinimum ?? undefined)
        : undefined,
    participatingFirms: undefined,
  };
  const about = { now, params: {}, query: {}, firmKind: "institutional" as const };
  const { priceDiscountAmount: discount, previousClosingPrice: price } = row;
  const isTooMuch = discount !== null && compare(discount, price) >= 0;
  return [
    ...checkShape(rulesOfTerms, terms, about, []),
    ...(isTooMuch ? [fieldProblem("priceDiscountAmount", offerErrors.priceDiscount)] : []),
  ];
}

function isOneOf(
  sent: NonNullable<OfferUpdate["offerMinimum"]>,
  rows: readonly OfferRow[],
): boolean {
  return rows.some(
    ({ offerMinimum }) => offerMinimum !== null && compare(sent, offerMinimum) === 0,
  );
}

/** The records that the offer names must be there, and a publication approved. A person who was
 * named rightly stays, also after leaving the firm: once there are subscriptions the person could
 * not be replaced. */
function problemsOfFacts({ stored, standing, facts, now }: JudgedUpdate): Problem[] {
  const { row, changed } = standing;
  const isPublished = row.published && !stored.published;
  const isHosted = row.published && stored.documentationExternal && !row.documentationExternal;
  const isRepresented =
    !changed.includes("creatingFirmRepresentativeOid") || facts.isCreatorsRepresentative;
  const named = row.participatingFirms.map(idOf);
  const areKnown = named.every((id) => isParticipant(id, facts));
  return [
    ...brokenIf(!isRepresented, offerErrors.creatingRepresentative),
    ...problemsOfState(row, facts.issuer, now),
    ...brokenIf(changed.includes("participatingFirms") && !areKnown, offerErrors.participant),
    ...brokenIf(compare(row.offerSize, row.approvedTotal) < 0, offerErrors.sizeApproved),
    ...brokenIf(
      changed.includes("participatingFirms") && leavesOut(stored, row, facts),
      offerErrors.participantOrders,
    ),
    ...(isPublished || isHosted ? publicationProblems(row, facts, now) : []),
  ];
}

/** Whether a firm whose accounts have open subscriptions would no longer take part. */
function leavesOut(
  { participatingFirms: before, creatingFirmOid }: OfferRow,
  { participatingFirms: after }: OfferRow,
  { investingFirms }: UpdateFacts,
): boolean {
  const has = (firms: readonly Participant[], id: string) =>
    firms.some((firm) => idOf(firm) === id);
  return investingFirms.some((firm) => {
    const isDropped = has(before, firm.partnerCode) && !has(after, firm.partnerCode);
    const isIn = [firm.partnerCode, ...reservedFor(firm)].some((id) => has(after, id));
    return firm.firmOid !== creatingFirmOid && (isDropped || !isIn);
  });
}

/** A firm is invited with `A`; with it only the status that it has may be sent. */
function problemsOfStatuses(
  { participatingFirms: stored }: OfferRow,
  { participatingFirms: sent = [] }: OfferUpdate,
): Problem[] {
  return sent.flatMap(({ participatingFirmId: id, participatingFirmStatus: status }, index) => {
    const known = stored.find(({ participatingFirmId }) => participatingFirmId === id);
    const isFit = status === "A" || status === known?.participatingFirmStatus;
    const field = `participatingFirms[${index}].participatingFirmStatus`;
    return isFit ? [] : [notListed(field, ["A", known?.participatingFirmStatus ?? "A"])];
  });
}
