// A stored transaction as the fact that the engines receive. (docs/tax-lots.md,
// docs/performance.md)

import type { CashFact } from "@bursar/performance";
import { isEffective, type LotFact, type MethodCode, type TransferredLot } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { type Decimal, subtract, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { accountTypes, taxReliefMethods, transactionTypes } from "../../../reference/codes.ts";

/** A lot of a transfer in, as it is stored. */
export interface StoredLot {
  readonly shares: Decimal;
  readonly originalAcquisitionDate?: Day;
  readonly adjustedAcquisitionDate?: Day;
  readonly originalCostBasis?: Decimal;
  readonly adjustedCostBasis?: Decimal;
  readonly covered?: string;
  readonly inherited?: boolean;
  readonly giftDate?: Day;
  readonly giftMarketValue?: Decimal;
}

/** A lot that a transaction names, as it is stored: without shares where its basis is adjusted. */
export interface StoredName {
  readonly transactionId: Id;
  readonly place?: string;
  readonly shares?: Decimal;
}

/** A move of lots to an account, taken back since, which a transaction of this account names. */
export interface MoveTakenBack {
  readonly transactionId: Id;
  /** The last transaction that took it back, one of the giving account. */
  readonly lastTaker: Id;
  /** Whether that is a cancellation. */
  readonly isCancelled: boolean;
  /** Whether that moves lots to this account, which lists it then. */
  readonly isReceived: boolean;
}

/** A transaction as it is stored; a cancellation has only its ids. */
export interface TransactionRow {
  readonly accountNumber: string;
  readonly accountType: string;
  readonly transactionId: Id;
  readonly transactionType: string;
  /** The account that moves lots here by this row, which it has, of a row that is only listed here. */
  readonly receivedFrom?: string;
  readonly entryOrder: number | null;
  readonly folioNumber: string | null;
  readonly tradeOn: Day | null;
  readonly settlementOn: Day | null;
  readonly exOn: Day | null;
  readonly securityId: Id | null;
  readonly shares: Decimal | null;
  readonly price: Decimal | null;
  /** The last close up to the trade date, of a disposal without a price; it is not stored with it. */
  readonly lastClose?: Decimal;
  readonly fees: Decimal | null;
  readonly netAmount: Decimal | null;
  readonly accruedInterest: Decimal | null;
  readonly amount: Decimal | null;
  readonly federalTaxWithholding: Decimal | null;
  readonly stateTaxWithholding: Decimal | null;
  readonly withholdingState: string | null;
  readonly foreignTaxWithholding: Decimal | null;
  readonly withholdingCountry: string | null;
  readonly lots: readonly StoredLot[] | null;
  readonly donorAcquiredOn: Day | null;
  readonly donorBasis: Decimal | null;
  readonly diedOn: Day | null;
  readonly marketValue: Decimal | null;
  readonly intoSecurityId: Id | null;
  readonly ratioNew: Decimal | null;
  readonly ratioOld: Decimal | null;
  readonly cashPerShare: Decimal | null;
  readonly newShareValue: Decimal | null;
  readonly childValue: Decimal | null;
  readonly parentValue: Decimal | null;
  readonly reliefMethod: MethodCode | null;
  readonly namedLots: readonly StoredName[] | null;
  /** Of what it names, the moves of others that its account lists no longer; they are not stored with it. */
  readonly namedMoves?: readonly MoveTakenBack[];
  readonly part: Decimal | null;
  readonly childPart: Decimal | null;
  readonly newShares: Decimal | null;
  readonly reason: string | null;
  readonly holdingDays: number | null;
  readonly planSince: Day | null;
  readonly toAccountNumber: string | null;
  readonly toFolioNumber: string | null;
  readonly feePaidBy: string | null;
  readonly feeKind: string | null;
  /** The deposit, withdrawal or fee that comes back by it. */
  readonly reverses: Id | null;
  readonly takesBack: Id | null;
  readonly isTakenBack: boolean;
  readonly defaultMethod: MethodCode | null;
  readonly shortTermTaxRate: Decimal | null;
  readonly longTermTaxRate: Decimal | null;
  /** The version of the account's facts from which it counts. */
  readonly acceptedVersion: string;
}

/** Facts of an account, each list in the order in which the engines take them. */
export interface Facts {
  /** The facts that touch lots. */
  readonly lotFacts: readonly LotFact[];
  /** The facts that move cash or shares without lots. */
  readonly cashFacts: readonly CashFact[];
  /** Both together. */
  readonly facts: readonly (LotFact | CashFact)[];
}

const withoutLots: ReadonlySet<string> = new Set<CashFact["kind"]>([
  "deposit",
  "withdrawal",
  "expense",
  "dividend",
  "interest",
  "fee",
  "cashJournal",
  "shareJournal",
]);

/** The facts in force of rows in order: what is cancelled or replaced is left out and, by a day, what
 * has not taken effect until then. A lot is named of what is in force in the place of what was named. */
export function factsOf(rows: readonly TransactionRow[], today?: Day): Facts {
  const inForceFor = replacementsIn(rows);
  const facts = rows
    .filter(isInForce)
    .map((row) => factOf(row, inForceFor))
    .filter((fact) => today === undefined || isEffective(fact, today));
  const isOfLots = (fact: LotFact | CashFact): fact is LotFact => !withoutLots.has(fact.kind);
  return {
    facts,
    lotFacts: facts.filter(isOfLots),
    cashFacts: facts.filter((fact): fact is CashFact => !isOfLots(fact)),
  };
}

/** Whether a row is a fact that nothing has taken back. */
export function isInForce(row: TransactionRow): boolean {
  return !row.isTakenBack && transactionTypes.find(row.transactionType)?.fact !== undefined;
}

/** Says which transaction is in force in the place of one that was replaced; itself where none is. */
export type InForceFor = (transactionId: Id) => Id;

const unreplaced: InForceFor = (transactionId) => transactionId;

function replacementsIn(rows: readonly TransactionRow[]): InForceFor {
  // Few accounts name lots, and fewer of what was replaced.
  if (!rows.some(({ namedLots }) => namedLots !== null)) return unreplaced;
  const moves = rows.flatMap(({ namedMoves = [] }) => namedMoves);
  const received = new Map(
    moves
      .filter(({ isReceived }) => isReceived)
      .map((move) => [move.transactionId, move.lastTaker]),
  );
  const lastTaker = lastTakersIn(rows);
  return (transactionId) => {
    const last = lastTaker(transactionId);
    if (last !== undefined && isInForce(last)) return last.transactionId;
    return received.get(transactionId) ?? transactionId;
  };
}

/** Says which row took back a transaction last: what took it back, or that in its turn, and so on. */
export function lastTakersIn<Row extends Pick<TransactionRow, "transactionId" | "takesBack">>(
  rows: readonly Row[],
): (transactionId: Id) => Row | undefined {
  const takers = new Map(rows.map((row) => [row.takesBack, row]));
  return (transactionId) => {
    let last = takers.get(transactionId);
    // Rows that are not yet accepted may take each other back in a circle.
    for (let next = last; next !== undefined && next.transactionId !== transactionId; ) {
      last = next;
      next = takers.get(next.transactionId);
    }
    return last;
  };
}

/** The fields of a fact that are columns of its row as they are, where the row has these. */
const columnsOfFields: Readonly<Record<string, keyof TransactionRow>> = {
  transactionId: "transactionId",
  entryOrder: "entryOrder",
  tradeOn: "tradeOn",
  settlementOn: "settlementOn",
  exOn: "exOn",
  folio: "folioNumber",
  security: "securityId",
  shares: "shares",
  price: "price",
  lastClose: "lastClose",
  fees: "fees",
  netAmount: "netAmount",
  accruedInterest: "accruedInterest",
  donorAcquiredOn: "donorAcquiredOn",
  donorBasis: "donorBasis",
  marketValue: "marketValue",
  intoSecurity: "intoSecurityId",
  ratioNew: "ratioNew",
  ratioOld: "ratioOld",
  cashPerShare: "cashPerShare",
  newShareValue: "newShareValue",
  childValue: "childValue",
  parentValue: "parentValue",
  part: "part",
  childPart: "childPart",
  newShares: "newShares",
  reason: "reason",
  holdingDays: "holdingDays",
  planSince: "planSince",
  toAccount: "toAccountNumber",
  shortTermTaxRate: "shortTermTaxRate",
  longTermTaxRate: "longTermTaxRate",
  toFolio: "toFolioNumber",
};
const columns = Object.entries(columnsOfFields);

/** A row as a fact: which columns a type has is checked before it is stored, so the columns present make
 * it. */
export function factOf(row: TransactionRow, inForceFor = unreplaced): LotFact | CashFact {
  if (row.receivedFrom !== undefined) return receivedFact(row);
  const kind = transactionTypes.find(row.transactionType)?.fact ?? "";
  const fact: Record<string, unknown> = { kind };
  // One by one, since an object of all fields would cost more than all else of a fact.
  for (const [field, column] of columns) {
    const value = row[column];
    if (value !== null && value !== undefined) fact[field] = value;
  }
  addPresent(fact, amountsOf(row, kind));
  addPresent(fact, termsOf(row, kind));
  addPresent(fact, namedOf(row, inForceFor));
  addPresent(fact, methodOf(row));
  return fact as unknown as LotFact | CashFact;
}

/** A receipt counts its shares; of which pieces they are, only the giving account's lots say. */
function receivedFact(row: TransactionRow): LotFact {
  const { transactionId, entryOrder, tradeOn, settlementOn, securityId, shares } = row;
  const { folioNumber, reason, marketValue } = row;
  return withoutNulls({
    kind: "lotsReceived",
    transactionId,
    entryOrder,
    tradeOn,
    settlementOn,
    folio: folioNumber,
    security: securityId,
    shares,
    reason,
    marketValue,
    lots: [{ shares }],
  }) as unknown as LotFact;
}

/** The amount of a payout is net of taxes; any other amount excludes them. */
function amountsOf(row: TransactionRow, kind: string) {
  const isPayout = kind === "dividend" || kind === "interest";
  if (!isPayout) return { amount: row.amount, ...withholdingOf(row) };
  return { amount: row.amount && subtract(row.amount, withheldOf(row)) };
}

const elections: ReadonlySet<string> = new Set(["AVE", "AVR", "AVX"]);

/** The terms that a row has by its type or in other words than its fact. */
function termsOf(row: TransactionRow, kind: string) {
  return {
    lots: row.lots?.map(lotOf),
    diedOn: kind === "stepUp" ? row.tradeOn : row.diedOn,
    election: elections.has(row.transactionType) ? row.transactionType : null,
    paidBy: row.feePaidBy && payerOf(row.feePaidBy),
    isRefund: row.feeKind === "refund" ? true : null,
  };
}

function namedOf({ transactionType, namedLots }: TransactionRow, inForceFor: InForceFor) {
  const lots = namedLots?.map((lot) => ({
    ...lot,
    transactionId: inForceFor(lot.transactionId),
  }));
  return transactionType === "BAS" ? { adjustedLots: lots } : { namedLots: lots };
}

/** The method that an order names or, apart from it, the one that it has by its account: what is averaged
 * takes no other than the latter, and passes over it. */
function methodOf(row: TransactionRow) {
  const { namedLots, reliefMethod } = row;
  if (namedLots) return {};
  return reliefMethod ? { method: reliefMethod } : { keptMethod: keptMethodOf(row) };
}

/** The account's method when the disposal was accepted; it is dropped if the account becomes of a
 * kind that does not have it. */
function keptMethodOf({ defaultMethod, accountType }: TransactionRow): MethodCode | null {
  const { appliesTo } = taxReliefMethods.find(defaultMethod ?? "") ?? {};
  return appliesTo === accountTypes.find(accountType)?.taxability ? defaultMethod : null;
}

function withoutNulls(made: Readonly<Record<string, unknown>>): object {
  const present: Record<string, unknown> = {};
  addPresent(present, made);
  return present;
}

/** Adds what is there, without pairs of name and value, which would cost more than all else of a fact. */
function addPresent(fact: Record<string, unknown>, made: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(made)) {
    const value = made[name];
    if (value !== null && value !== undefined) fact[name] = value;
  }
}

function withholdingOf(row: TransactionRow) {
  const { federalTaxWithholding, stateTaxWithholding, withholdingState } = row;
  const { foreignTaxWithholding, withholdingCountry } = row;
  return {
    federalTaxWithholding,
    stateTaxWithholding,
    withholdingState,
    foreignTaxWithholding,
    withholdingCountry,
  };
}

function withheldOf(row: TransactionRow): Decimal {
  const taxes = [row.federalTaxWithholding, row.stateTaxWithholding, row.foreignTaxWithholding];
  return sum(taxes.filter((tax) => tax !== null));
}

function payerOf(payer: string): "outside" | { readonly folio: string } {
  return payer === "outside" ? payer : { folio: payer };
}

function lotOf(lot: StoredLot): TransferredLot {
  return withoutNulls({
    shares: lot.shares,
    originalOn: lot.originalAcquisitionDate,
    adjustedOn: lot.adjustedAcquisitionDate,
    originalCostBasis: lot.originalCostBasis,
    adjustedCostBasis: lot.adjustedCostBasis,
    isCovered: lot.covered === undefined ? undefined : lot.covered === "C",
    isInherited: lot.inherited,
    giftOn: lot.giftDate,
    giftMarketValue: lot.giftMarketValue,
  }) as TransferredLot;
}
