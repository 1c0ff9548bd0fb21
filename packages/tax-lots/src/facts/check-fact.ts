// Faults of a fact by itself, before any other is known.
import type { Day } from "../../../values/src/dates.ts";
import type { Decimal } from "../../../values/src/decimal.ts";
import { compare, isZero } from "../../../values/src/decimal.ts";
import type { ErrorCode } from "../../../values/src/error-code.ts";
import { fitsPlaces, places } from "../../../values/src/units.ts";
import { plus, unitsOf, type Whole } from "../../../values/src/whole.ts";
import {
  type AverageElection,
  adjustmentReasons,
  averageElections,
  type BasisAdjustment,
  type Departure,
  type Disposal,
  type LotAccount,
  type LotFact,
  type LotsMoved,
  type LotsReceived,
  type Merger,
  moveReasons,
  type NamedLot,
  type ReturnOfCapital,
  type SpinOff,
  type TransferIn,
  type TransferredLot,
} from "./fact.ts";
import { type FactRefusal, factRefusals } from "./refusals.ts";

interface Problem {
  readonly reason: ErrorCode;
  readonly field?: string;
}

type Kind = LotFact["kind"];

/** Places of the part that a step-up is of. */
export const partPlaces = 6;

const one = "1" as Decimal;

/** The figures that each kind cannot do without. */
const needed: Readonly<Record<Kind, readonly string[]>> = {
  buy: ["shares"],
  reinvestment: ["shares"],
  transferIn: ["shares", "lots"],
  giftIn: ["shares"],
  inheritance: ["shares"],
  sell: ["shares"],
  redemption: ["shares"],
  expiry: ["shares"],
  cashInLieu: ["shares"],
  transferOut: ["shares"],
  worthlessness: [],
  split: ["ratioNew", "ratioOld"],
  merger: [],
  spinOff: ["intoSecurity", "ratioNew", "ratioOld"],
  returnOfCapital: ["amount"],
  symbolChange: ["intoSecurity"],
  basisAdjustment: ["amount"],
  stepUp: ["part", "marketValue"],
  averageElection: [],
  lotsMoved: ["shares", "toAccount"],
  lotsReceived: ["shares", "lots"],
  exercise: ["shares", "intoSecurity", "ratioNew", "ratioOld", "amount"],
};

/** Of kinds that are paid for, one of these must be there. */
const paid: ReadonlySet<Kind> = new Set([
  "buy",
  "reinvestment",
  "sell",
  "redemption",
  "cashInLieu",
]);

/** Places of each figure, and whether it must be more than zero; a net amount alone may be
 * negative. */
type Figure = readonly [field: string, places: number, least: "positive" | "zero" | "any"];
const listed: readonly Figure[] = [
  ["shares", places.shares, "positive"],
  ["price", places.price, "zero"],
  ["lastClose", places.price, "zero"],
  ["fees", places.money, "zero"],
  ["netAmount", places.money, "any"],
  ["accruedInterest", places.money, "zero"],
  ["donorBasis", places.money, "zero"],
  ["marketValue", places.money, "zero"],
  ["amount", places.money, "positive"],
  ["cashPerShare", places.price, "positive"],
  ["newShareValue", places.price, "zero"],
  ["childValue", places.price, "zero"],
  ["parentValue", places.price, "zero"],
  ["childPart", places.price, "zero"],
  ["newShares", places.shares, "positive"],
  ["shortTermTaxRate", 20, "zero"],
  ["longTermTaxRate", 20, "zero"],
  ["federalTaxWithholding", places.money, "zero"],
  ["stateTaxWithholding", places.money, "zero"],
  ["foreignTaxWithholding", places.money, "zero"],
  ["part", partPlaces, "positive"],
];
/** An adjustment alone takes an amount off, and an exercise alone may cost nothing. */
const signedAmount: Figure = ["amount", places.money, "any"];
const exercisePrice: Figure = ["amount", places.money, "zero"];
const amounts: ReadonlyMap<LotFact["kind"], Figure> = new Map([
  ["basisAdjustment", signedAmount],
  ["exercise", exercisePrice],
]);
const figures: ReadonlyMap<string, Figure> = new Map(listed.map((figure) => [figure[0], figure]));

/** The first thing that is wrong with a fact by itself; undefined where nothing is. */
export function problemOf(account: LotAccount, fact: LotFact): FactRefusal | undefined {
  const problem = formProblem(fact) ?? kindProblem(account, fact);
  if (problem === undefined) return undefined;
  const { code, sentence: message } = problem.reason;
  const base = { transactionId: fact.transactionId, code, message };
  return problem.field === undefined ? base : { ...base, field: problem.field };
}

function formProblem(fact: LotFact): Problem | undefined {
  const names = needed[fact.kind];
  if (names === undefined) return { reason: factRefusals.kind, field: "kind" };
  const given = fact as unknown as Readonly<Record<string, Decimal | undefined>>;
  const absent = names.find((name) => given[name] === undefined);
  if (absent !== undefined) return { reason: factRefusals.missing, field: absent };
  if (paid.has(fact.kind) && given.price === undefined && given.netAmount === undefined) {
    return { reason: factRefusals.missing, field: "price" };
  }
  for (const field in given) {
    const figure = (field === "amount" && amounts.get(fact.kind)) || figures.get(field);
    const problem = figure && figureProblem(given[field], figure);
    if (problem !== undefined) return problem;
  }
  const { settlementOn, tradeOn } = fact;
  if (settlementOn !== undefined && settlementOn < tradeOn) {
    return { reason: factRefusals.settlement, field: "settlementOn" };
  }
  return undefined;
}

function figureProblem(
  value: Decimal | undefined,
  [field, most, least]: Figure,
): Problem | undefined {
  if (value === undefined) return undefined;
  if (!fitsPlaces(value, most)) return { reason: tooManyPlaces(value, most), field };
  const isBelow = value.startsWith("-") || (least === "positive" && isZero(value));
  return least !== "any" && isBelow ? { reason: factRefusals.sign, field } : undefined;
}

/** One unit of shares, prices and money everywhere: a figure is neither rounded nor cut. */
function tooManyPlaces(value: Decimal, most: number): ErrorCode {
  const { code } = factRefusals.places;
  return { code, sentence: `At most ${most} place${most === 1 ? "" : "s"}: ${value}.` };
}

function kindProblem(account: LotAccount, fact: LotFact): Problem | undefined {
  switch (fact.kind) {
    case "transferIn":
    case "lotsReceived":
      return transferProblem(fact);
    case "basisAdjustment":
      return adjustmentProblem(account, fact);
    case "stepUp":
      return compare(fact.part, one) > 0 ? { reason: factRefusals.part, field: "part" } : undefined;
    case "averageElection":
      return electionProblem(account, fact);
    case "lotsMoved":
      return moveProblem(account, fact) ?? reliefProblem(account, fact);
    case "giftIn":
      return laterProblem(fact.donorAcquiredOn, fact.tradeOn, "donorAcquiredOn");
    case "inheritance":
      return laterProblem(fact.diedOn, fact.tradeOn, "diedOn");
    case "returnOfCapital":
      return exDateProblem(fact);
    case "split":
      return ratioProblem(fact);
    case "spinOff":
      return intoProblem(fact) ?? ratioProblem(fact) ?? allocationProblem(fact);
    case "symbolChange":
      return intoProblem(fact);
    case "merger":
      return (
        intoProblem(fact) ??
        figureProblem(fact.netAmount, ["netAmount", places.money, "zero"]) ??
        mergerProblem(fact) ??
        namedProblem(account, fact)
      );
    case "exercise":
      return intoProblem(fact) ?? ratioProblem(fact) ?? namedProblem(account, fact);
    case "sell":
    case "redemption":
    case "expiry":
    case "cashInLieu":
    case "transferOut":
      return disposalProblem(account, fact);
    default:
      return undefined;
  }
}

function laterProblem(day: string | undefined, tradeOn: string, field: string) {
  return day !== undefined && day > tradeOn ? { reason: factRefusals.future, field } : undefined;
}

function exDateProblem({ exOn, tradeOn }: ReturnOfCapital): Problem | undefined {
  const isLate = exOn !== undefined && exOn > tradeOn;
  return isLate ? { reason: factRefusals.exDate, field: "exOn" } : undefined;
}

function intoProblem(fact: { security: string; intoSecurity?: string }): Problem | undefined {
  const isOwn = fact.intoSecurity === fact.security;
  return isOwn ? { reason: factRefusals.ownSecurity, field: "intoSecurity" } : undefined;
}

function ratioProblem(fact: { ratioNew: Decimal; ratioOld: Decimal }): Problem | undefined {
  for (const field of ["ratioNew", "ratioOld"] as const) {
    const value = fact[field];
    if (value.startsWith("-") || isZero(value)) return { reason: factRefusals.ratio, field };
  }
  return undefined;
}

/** The basis goes by a part that is stated, else by the values of both. */
function allocationProblem({ childValue, parentValue, childPart }: SpinOff): Problem | undefined {
  if (childPart !== undefined) return undefined;
  if (childValue === undefined) return { reason: factRefusals.missing, field: "childValue" };
  if (parentValue === undefined) return { reason: factRefusals.missing, field: "parentValue" };
  const isNothing = isZero(childValue) && isZero(parentValue);
  return isNothing ? { reason: factRefusals.sign, field: "parentValue" } : undefined;
}

function mergerProblem(fact: Merger): Problem | undefined {
  const { intoSecurity, ratioNew, ratioOld, cashPerShare, newShareValue } = fact;
  const terms = [intoSecurity, ratioNew, ratioOld].filter((term) => term !== undefined);
  const isForShares = terms.length === 3;
  const isHalf = terms.length > 0 && !isForShares;
  const isNothing = !isForShares && cashPerShare === undefined;
  const needsValue = isForShares && cashPerShare !== undefined && newShareValue === undefined;
  const isPart = fact.shares !== undefined;
  // Shares that come instead of those of the ratio need one. Lots are named, and cash is stated, of a part alone.
  const isBeside =
    (fact.newShares !== undefined && !isForShares) ||
    (fact.namedLots !== undefined && !isPart) ||
    (fact.netAmount !== undefined && (!isPart || cashPerShare === undefined));
  if (isHalf || isNothing || needsValue || isBeside) return { reason: factRefusals.mergerTerms };
  if (ratioNew === undefined || ratioOld === undefined) return undefined;
  return ratioProblem({ ratioNew, ratioOld });
}

function transferProblem(fact: TransferIn | LotsReceived): Problem | undefined {
  let sum: Whole = 0;
  for (const lot of fact.lots) {
    const checks = [
      figureProblem(lot.shares, ["lots.shares", places.shares, "positive"]),
      figureProblem(lot.originalCostBasis, ["lots.originalCostBasis", places.money, "zero"]),
      figureProblem(lot.adjustedCostBasis, ["lots.adjustedCostBasis", places.money, "zero"]),
      figureProblem(lot.giftMarketValue, ["lots.giftMarketValue", places.money, "zero"]),
      // A lot that is moved inside the firm may have taken a gift in, and then has its value
      // without its day.
      fact.kind === "transferIn" ? giftProblem(lot, fact.tradeOn) : undefined,
      laterProblem(lot.originalOn, fact.tradeOn, "lots.originalOn"),
      laterProblem(lot.adjustedOn, fact.tradeOn, "lots.adjustedOn"),
    ];
    const problem = checks.find((check) => check !== undefined);
    if (problem !== undefined) return problem;
    sum = plus(sum, unitsOf(lot.shares, places.shares));
  }
  const isWhole = sum === unitsOf(fact.shares, places.shares);
  return isWhole ? undefined : { reason: factRefusals.lotsSum, field: "lots" };
}

function giftProblem(lot: TransferredLot, tradeOn: Day): Problem | undefined {
  const { giftOn, giftMarketValue, originalOn } = lot;
  const isMisplaced =
    giftOn === undefined
      ? giftMarketValue !== undefined
      : giftOn > tradeOn || (originalOn !== undefined && giftOn < originalOn);
  return isMisplaced ? { reason: factRefusals.giftDate, field: "lots.giftOn" } : undefined;
}

function isAboveZero(value: Decimal | undefined): boolean {
  return value !== undefined && !value.startsWith("-") && !isZero(value);
}

function disposalProblem(account: LotAccount, fact: Disposal): Problem | undefined {
  if (fact.kind === "expiry") {
    const fetches = (["price", "netAmount"] as const).find((field) => isAboveZero(fact[field]));
    if (fetches !== undefined) return { reason: factRefusals.expiryPrice, field: fetches };
  }
  return reliefProblem(account, fact);
}

function reliefProblem(account: LotAccount, fact: Departure): Problem | undefined {
  const { isTaxable, defaultMethod } = account;
  const ofAccount = fact.keptMethod ?? defaultMethod;
  const method = fact.method ?? (fact.namedLots === undefined ? ofAccount : undefined);
  if (method !== undefined && (method === "AVGC") === isTaxable) {
    return { reason: factRefusals.method, field: "method" };
  }
  return namedProblem(account, fact);
}

interface Naming {
  readonly shares?: Decimal;
  readonly namedLots?: readonly NamedLot[];
}

/** Named lots add up to the shares that go. */
function namedProblem(
  { isTaxable }: LotAccount,
  { shares: all, namedLots }: Naming,
): Problem | undefined {
  if (namedLots === undefined || all === undefined) return undefined;
  if (!isTaxable) return { reason: factRefusals.namedLots, field: "namedLots" };
  let sum: Whole = 0;
  for (const { shares } of namedLots) {
    const problem = figureProblem(shares, ["namedLots.shares", places.shares, "positive"]);
    if (problem !== undefined) return problem;
    sum = plus(sum, unitsOf(shares, places.shares));
  }
  const isWhole = sum === unitsOf(all, places.shares);
  return isWhole ? undefined : { reason: factRefusals.namedSum, field: "namedLots" };
}

function adjustmentProblem(account: LotAccount, fact: BasisAdjustment): Problem | undefined {
  const { amount, reason, holdingDays, adjustedLots } = fact;
  if (!adjustmentReasons.includes(reason)) return { reason: factRefusals.reason, field: "reason" };
  if (isZero(amount)) return { reason: factRefusals.nothingAdjusted, field: "amount" };
  if (holdingDays !== undefined) {
    const isCount = Number.isSafeInteger(holdingDays) && holdingDays >= 0;
    if (reason !== "WSH" || !isCount) {
      return { reason: factRefusals.holdingDays, field: "holdingDays" };
    }
  }
  // Under average cost the position is as one lot.
  const isNamed = adjustedLots !== undefined && !account.isTaxable;
  return isNamed ? { reason: factRefusals.namedLots, field: "adjustedLots" } : undefined;
}

function electionProblem(account: LotAccount, fact: AverageElection): Problem | undefined {
  const { election, planSince, security, tradeOn } = fact;
  if (!averageElections.includes(election)) {
    return { reason: factRefusals.election, field: "election" };
  }
  if (!account.isTaxable) return { reason: factRefusals.averageAccount };
  if (election !== "AVE") return undefined;
  const kind = account.securityKinds?.get(security);
  if (kind === "debt" || kind === "option") return { reason: factRefusals.averageKind };
  const isFund = account.fundSecurities?.has(security) ?? false;
  if (!isFund && planSince === undefined) {
    return { reason: factRefusals.averagePlan, field: "planSince" };
  }
  return laterProblem(planSince, tradeOn, "planSince");
}

function moveProblem({ account }: LotAccount, fact: LotsMoved): Problem | undefined {
  const { reason, marketValue, toAccount } = fact;
  if (!moveReasons.includes(reason)) return { reason: factRefusals.reason, field: "reason" };
  if (reason === "GFT" && marketValue === undefined) {
    return { reason: factRefusals.missing, field: "marketValue" };
  }
  return toAccount === account
    ? { reason: factRefusals.ownAccount, field: "toAccount" }
    : undefined;
}
