// How the figures of a computed lot were derived: the engine runs again and records its steps, of
// which those that concern the lot are kept. (docs/tax-lots.md)

import {
  type ConsideredLot,
  dayOfFact,
  findLot,
  type LotFact,
  runFacts,
  securitiesBehind,
  securitiesOf,
  type TracedLot,
  type TraceEntry,
} from "@bursar/tax-lots";
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../../platform/store/db.ts";
import { codeList, transactionTypes } from "../../../../reference/codes.ts";
import {
  type ClosedLotRow,
  type OpenLotRow,
  selectClosedLots,
  selectOpenLots,
  selectTickers,
} from "../computed/queries.ts";
import { type LotOnTheWay, stepsOfGivers } from "./explain-received.ts";
import { selectLotFacts } from "./tied-lots.ts";

/** One step on the way to a lot's figures. */
export interface LotStep {
  readonly step:
    | "acquired"
    | "event"
    | "considered"
    /** Under average cost: the position after a transaction, or the basis that it relieves. */
    | "average"
    /** A part that an earlier transaction took of the same purchase. */
    | "taken before"
    | "closed"
    | "wash sale"
    | "figures";
  /** The account that has moved the lot on, of its own steps. */
  readonly accountNumber?: string;
  readonly transactionId: string | undefined;
  /** The type of the transaction. */
  readonly type: string | undefined;
  readonly on: string | undefined;
  /** The sum in figures that can be recomputed by hand. */
  readonly sum: string;
  /** The lots in the order in which they were considered. */
  readonly lots?: readonly ShownLot[];
}

/** A lot that was considered, and whether it is the one that is explained. */
export interface ShownLot extends ConsideredLot {
  readonly isExplained: boolean;
}

/** A lot and every step to its figures. */
export interface LotExplained {
  readonly accountNumber: string;
  readonly taxLotId: string;
  readonly security: string;
  readonly originatingTransactionId: string;
  readonly closingTransactionId: string | null;
  readonly shareQuantity: string;
  /** Before any split since they were acquired; null until they are computed. */
  readonly unadjustedShareQuantity: string | null;
  readonly steps: readonly LotStep[];
}

/** Explains an open or closed lot; undefined if the account's transactions give no such lot. */
export async function explainLot(
  { db, now }: { readonly db: Reader; readonly now: Date },
  accountNumber: string,
  taxLotId: string,
): Promise<LotExplained | undefined> {
  const lot = await selectLot(db, accountNumber, taxLotId);
  if (lot === undefined) return undefined;
  const today = newYorkDay(now);
  const { account, lotFacts, tied } = await selectLotFacts(db, accountNumber, today);
  const related = securitiesBehind(lot.securityId as Id, lotFacts);
  const securityNames = await selectTickers(db, lotFacts.flatMap(securitiesOf));
  const recorded: TraceEntry[] = [];
  const { book } = runFacts({ ...account, securityNames }, lotFacts, {
    wants: (security) => related.has(security),
    record: (entry) => recorded.push(entry),
  });
  const { listed = 0, averaged } = findLot(book, taxLotId) ?? {};
  const explained = { ...lot, securityId: lot.securityId as Id, listed };
  const given = stepsOfGivers(tied, { ...explained, accountNumber }, { securityNames, stepsTo });
  const steps = stepsTo(explained, recorded, lotFacts);
  return {
    accountNumber,
    taxLotId,
    security: lot.ticker,
    originatingTransactionId: lot.originatingTransactionId,
    closingTransactionId: closingOf(lot),
    shareQuantity: lot.shareQuantity,
    unadjustedShareQuantity: lot.unadjustedShareQuantity,
    steps: [
      ...given,
      ...steps,
      ...(averaged === undefined ? [] : [{ ...unplaced, step: "average" as const, sum: averaged }]),
      { ...unplaced, step: "figures", sum: sumOf(lot) },
    ],
  };
}

/** A step that follows from no single transaction. */
const unplaced = { transactionId: undefined, type: undefined, on: undefined };

type LotRow = OpenLotRow | ClosedLotRow;

async function selectLot(
  db: Reader,
  accountNumber: string,
  taxLotId: string,
): Promise<LotRow | undefined> {
  const open = await selectOpenLots(db, accountNumber);
  const closed = await selectClosedLots(db, accountNumber);
  const lots: readonly LotRow[] = [...(open ?? []), ...(closed ?? [])];
  return lots.find((lot) => lot.taxLotId === taxLotId);
}

function closingOf(lot: LotRow | LotOnTheWay): string | null {
  return "closingTransactionId" in lot ? lot.closingTransactionId : null;
}

/** The dated steps to a lot among everything that a run of its account recorded. */
function stepsTo(
  lot: LotOnTheWay,
  recorded: readonly TraceEntry[],
  lotFacts: readonly LotFact[],
): Omit<LotStep, "accountNumber">[] {
  const facts = new Map<string, LotFact>(lotFacts.map((fact) => [fact.transactionId, fact]));
  return stepsOf(lot, onTheWay(lot, recorded, facts)).map((step) => {
    const fact = facts.get(step.transactionId ?? "");
    // Capital lowers the basis on its ex-date, and its gain closes with the payment.
    const isPayment = fact?.kind === "returnOfCapital" && step.step !== "event";
    const on = fact && (isPayment ? fact.tradeOn : dayOfFact(fact));
    return { ...step, type: fact && typeOf(fact), on };
  });
}

/** The type of the transaction that gave a fact. */
function typeOf(fact: LotFact): string | undefined {
  if (fact.kind === "averageElection") return fact.election;
  const kind = fact.kind === "lotsReceived" ? "lotsMoved" : fact.kind;
  return transactionTypes.rows.find((type) => type.fact === kind)?.code;
}

type Step = Omit<LotStep, "on" | "type">;

/** The entries of the securities that the lot has been, each until an event led from it to the next. */
function onTheWay(
  { securityId }: LotOnTheWay,
  recorded: readonly TraceEntry[],
  facts: ReadonlyMap<string, LotFact>,
): TraceEntry[] {
  const lastAt = new Map<string, number>([[securityId, recorded.length]]);
  const isOn = (security: string, at: number) => (lastAt.get(security) ?? -1) >= at;
  for (const [at, { security, transactionId }] of [...recorded.entries()].reverse()) {
    const fact = facts.get(transactionId);
    const into = fact !== undefined && "intoSecurity" in fact ? fact.intoSecurity : undefined;
    if (into !== undefined && isOn(into, at) && !isOn(security, at)) lastAt.set(security, at);
  }
  return recorded.filter(({ security }, at) => isOn(security, at));
}

/** The steps that concern the lot, up to the one that closed it. */
function stepsOf(lot: LotOnTheWay, recorded: readonly TraceEntry[]): Step[] {
  const opened = { transactionId: lot.originatingTransactionId, listed: lot.listed };
  const isOf = (other: TracedLot) =>
    other.transactionId === opened.transactionId && other.listed === opened.listed;
  const closing = closingOf(lot);
  const first = recorded.findIndex((entry) => entry.step === "acquired" && isOf(entry));
  const end = recorded.findLastIndex(
    ({ step, transactionId }) => step !== "matched" && transactionId === closing,
  );
  const last = closing === null ? recorded.length : end;
  const isAveraged = recorded.some(({ step }, at) => step === "average" && at <= last);
  return recorded.flatMap((entry, at): Step[] => {
    const { step, transactionId } = entry;
    const sum = step === "considered" ? choiceOf(entry) : entry.sum;
    const isClosing = transactionId === closing;
    const isInTime = at <= last;
    // Under average cost every purchase of the position has a part in the figures.
    const isWanted = isAveraged && isInTime;
    if (step === "acquired") return isOf(entry) || isWanted ? [{ step, transactionId, sum }] : [];
    if (step === "average" || step === "event") {
      const isWithin = step === "average" ? isWanted : at > first && isInTime;
      const isOfOther = entry.lot !== undefined && !isOf(entry.lot);
      return isWithin && !isOfOther ? [{ step, transactionId, sum }] : [];
    }
    if (step === "considered") {
      if (!isClosing) return [];
      const lots = entry.lots.map((each) => {
        const { transactionId: origin, place = 1 } = each;
        return { ...each, isExplained: isOf({ transactionId: origin, listed: place - 1 }) };
      });
      return [{ step, transactionId, sum, lots }];
    }
    const { origin, listed } = entry.row.lot;
    const isOfPurchase = isOf({ transactionId: origin.transactionId, listed });
    const isOwn = isClosing && isOfPurchase;
    if (step === "closed") {
      if (isOwn) return [{ step, transactionId, sum }];
      return isOfPurchase && isInTime ? [{ step: "taken before", transactionId, sum }] : [];
    }
    const isTaken = entry.replacementId === opened.transactionId;
    return isOwn || isTaken ? [{ step: "wash sale", transactionId, sum }] : [];
  });
}

const strategies = codeList("lot-relief-strategy");

function choiceOf({ method, price }: Extract<TraceEntry, { step: "considered" }>): string {
  const name = strategies.find(method)?.name ?? method;
  return `${name}, at ${price ?? "no price"} a share`;
}

/** The returned figures, as one sum. */
function sumOf(lot: LotRow): string {
  const basis = lot.adjustedCostBasis ?? "unknown";
  if (!("netSaleAmount" in lot)) return `${lot.shareQuantity} shares, adjusted basis ${basis}`;
  const { netSaleAmount: net, disallowedLoss, reportableGainLoss: gain } = lot;
  if (net === null) return `${lot.shareQuantity} shares moved out with a basis of ${basis}`;
  const washed = disallowedLoss === null ? "" : ` + ${disallowedLoss} disallowed`;
  return `${net} - ${basis}${washed} = ${gain ?? "unknown"}, term ${lot.termOfSale}`;
}
