// Why a fact is impossible: the reasons by name, each with its sentence.

import type { ErrorCode } from "../../../values/src/error-code.ts";
import type { Id } from "../../../values/src/ids.ts";

/** The reasons for which the lot engine refuses a fact. */
export const factRefusals = {
  kind: { code: "fact.kind", sentence: "The kind of event is not known." },
  missing: { code: "fact.missing", sentence: "A figure that this kind of event needs is missing." },
  places: { code: "fact.places", sentence: "A figure has more places than its kind." },
  sign: { code: "fact.sign", sentence: "A figure is negative or zero where it must not be." },
  duplicate: { code: "fact.duplicate", sentence: "The transaction id is given twice." },
  settlement: { code: "fact.settlement", sentence: "It settles before its trade date." },
  future: { code: "fact.acquired.later", sentence: "A lot is acquired after its trade date." },
  exDate: { code: "fact.ex.date", sentence: "The ex-date is after the trade date." },
  giftDate: {
    code: "fact.gift.date",
    sentence: "A gift lies between its acquisition and the transfer, and its value has a date.",
  },
  lotsSum: { code: "fact.lots.sum", sentence: "The lots do not add up to the shares." },
  ownSecurity: { code: "fact.own.security", sentence: "The event leads to its own security." },
  ratio: { code: "fact.ratio", sentence: "The ratio is zero." },
  mergerTerms: {
    code: "fact.merger.terms",
    sentence: "The terms of the merger do not go together.",
  },
  method: { code: "fact.method", sentence: "The method is not for this kind of account." },
  namedLots: { code: "fact.named.lots", sentence: "Lots cannot be named in this account." },
  namedSum: { code: "fact.named.sum", sentence: "The named shares do not add up to the sale." },
  namedHeld: { code: "fact.named.held", sentence: "Fewer shares are held of a named lot." },
  held: { code: "fact.held", sentence: "More shares are disposed of than are held." },
  parts: {
    code: "fact.parts",
    sentence: "The children of one day get less than 100 percent of the basis.",
  },
  partsAndValues: {
    code: "fact.parts.and.values",
    sentence: "Spin-offs of one security and day are shared by parts or by values, not by both.",
  },
  noShares: { code: "fact.no.shares", sentence: "The exercise would give no share." },
  nothingHeld: { code: "fact.nothing.held", sentence: "No share is held that the event is about." },
  expiryPrice: { code: "fact.expiry.price", sentence: "What expires is worth nothing." },
  noPrice: { code: "fact.no.price", sentence: "The method needs a price or a last close." },
  reason: { code: "fact.reason", sentence: "The reason is none of this kind of event." },
  holdingDays: {
    code: "fact.holding.days",
    sentence: "Only a wash sale elsewhere has holding days, a whole number from 0.",
  },
  nothingAdjusted: { code: "fact.adjusted.nothing", sentence: "The basis is adjusted by 0." },
  adjustedHeld: { code: "fact.adjusted.held", sentence: "Nothing of a named lot is open." },
  basisBelow: { code: "fact.basis.below.zero", sentence: "A basis would fall below 0." },
  part: { code: "fact.part", sentence: "The inherited part is not above 0 and at most 1." },
  election: { code: "fact.election", sentence: "An election is AVE, AVR or AVX." },
  averageAccount: {
    code: "fact.average.account",
    sentence: "Only a taxable account elects average basis.",
  },
  averageKind: {
    code: "fact.average.kind",
    sentence: "The basis of debt and options is not averaged.",
  },
  averagePlan: {
    code: "fact.average.plan",
    sentence: "Stock that is no fund is averaged only from the first day of its reinvestment plan.",
  },
  averageMethod: {
    code: "fact.average.method",
    sentence: "The basis is averaged, so that the oldest shares go and no method applies.",
  },
  averageNone: { code: "fact.average.none", sentence: "No election is in force." },
  averageLate: {
    code: "fact.average.late",
    sentence: "An election is revoked within a year, later only ended.",
  },
  averageDisposed: {
    code: "fact.average.disposed",
    sentence: "An election is not revoked once shares were disposed of, only ended.",
  },
  ownAccount: { code: "fact.own.account", sentence: "The lots stay in their own account." },
  receiver: { code: "fact.receiver", sentence: "The receiving account is not among those given." },
  receivedId: {
    code: "fact.received.id",
    sentence: "The receiving account has another fact with this transaction id.",
  },
  receivedPlace: {
    code: "fact.received.place",
    sentence: "The receiving account has another fact of that day in this place.",
  },
  circle: {
    code: "fact.circle",
    sentence: "Lots would come back on the same day to an account that gives some.",
  },
  emptyPosition: {
    code: "fact.empty.position",
    sentence: "The position would be left without a share.",
  },
} as const satisfies Record<string, ErrorCode>;

/** A fact that cannot be applied, by its transaction, with its reason. */
export interface FactRefusal {
  readonly transactionId: Id;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** The same reason, whose sentence ends with what is so. */
export function withFacts({ code, sentence }: ErrorCode, facts: string): ErrorCode {
  return { code, sentence: `${sentence.replace(/\.$/, "")}: ${facts}.` };
}

/** Thrown before anything is changed, so that the books stand as before the fact. */
export class FactRefused extends Error {
  readonly reason: ErrorCode;

  constructor(reason: ErrorCode) {
    super(reason.sentence);
    this.reason = reason;
  }
}
