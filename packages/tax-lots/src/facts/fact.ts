// The input of the lot engine: each kind of event with its figures, as text. (docs/tax-lots.md)
import type { Day } from "../../../values/src/dates.ts";
import type { Decimal } from "../../../values/src/decimal.ts";
import type { Id } from "../../../values/src/ids.ts";

/** The codes of the tax relief methods. */
export const methodCodes = [
  "FIFO",
  "LIFO",
  "LGHL",
  "HGLL",
  "LLTG",
  "LSTG",
  "HLTG",
  "HSTG",
  "AVGC",
  "WLFS",
  "WGFS",
] as const;

/** A method of lot relief. */
export type MethodCode = (typeof methodCodes)[number];

/** The fields of every fact. */
export interface FactBase {
  readonly transactionId: Id;
  /** Place in the order of entry; facts of one day are taken by it. */
  readonly entryOrder: number;
  readonly tradeOn: Day;
  readonly settlementOn?: Day;
  readonly folio?: string;
  readonly security: Id;
}

/** Shares paid for, also by a reinvested payout; without a net amount it is shares × price +
 * fees. */
export interface Purchase extends FactBase {
  readonly kind: "buy" | "reinvestment";
  readonly shares: Decimal;
  readonly price?: Decimal;
  readonly fees?: Decimal;
  readonly netAmount?: Decimal;
  /** Interest of a bond that is paid for separately: no part of the basis. */
  readonly accruedInterest?: Decimal;
}

/** A lot delivered with a transfer; a basis or date that is left out is not known. */
export interface TransferredLot {
  readonly shares: Decimal;
  readonly originalOn?: Day;
  /** The original date where there is none. */
  readonly adjustedOn?: Day;
  /** The adjusted basis where there is none. */
  readonly originalCostBasis?: Decimal;
  readonly adjustedCostBasis?: Decimal;
  readonly isCovered?: boolean;
  readonly isInherited?: boolean;
  /** The day of the gift, of a lot that was given before; its market value then goes with it. */
  readonly giftOn?: Day;
  readonly giftMarketValue?: Decimal;
}

/** Shares that come from another firm with their lots. */
export interface TransferIn extends FactBase {
  readonly kind: "transferIn";
  readonly shares: Decimal;
  readonly lots: readonly TransferredLot[];
}

/** Shares given: the donor's date and basis, and the market value at the gift, for all shares. */
export interface GiftIn extends FactBase {
  readonly kind: "giftIn";
  readonly shares: Decimal;
  readonly donorAcquiredOn?: Day;
  readonly donorBasis?: Decimal;
  readonly marketValue?: Decimal;
}

/** Shares inherited: the day of death, else the trade date, and the market value then. */
export interface Inheritance extends FactBase {
  readonly kind: "inheritance";
  readonly shares: Decimal;
  readonly diedOn?: Day;
  readonly marketValue?: Decimal;
}

/** Tax withheld by the transaction, and for whom. */
export interface Withholding {
  readonly federalTaxWithholding?: Decimal;
  readonly stateTaxWithholding?: Decimal;
  readonly withholdingState?: string;
  readonly foreignTaxWithholding?: Decimal;
  readonly withholdingCountry?: string;
}

/** Shares of one originating transaction that an order names. */
export interface NamedLot {
  readonly transactionId: Id;
  /** The place of one lot of a transfer in, from 1; all its lots where there is none. */
  readonly place?: string;
  readonly shares: Decimal;
}

/** The choice of lots. */
export interface Relief {
  /** The close by which lots are ordered where there is no price. */
  readonly lastClose?: Decimal;
  /** The method that the order names. */
  readonly method?: MethodCode;
  /** The account's method when it was first accepted, which counts where the order names none; not where
   * the basis is averaged. */
  readonly keptMethod?: MethodCode;
  readonly namedLots?: readonly NamedLot[];
  /** The tax rates in force when it was first accepted. */
  readonly shortTermTaxRate?: Decimal;
  readonly longTermTaxRate?: Decimal;
}

/** Shares that leave; without a net amount it is shares × price - fees. */
export interface Disposal extends FactBase, Withholding, Relief {
  readonly kind: "sell" | "redemption" | "expiry" | "cashInLieu" | "transferOut";
  readonly shares: Decimal;
  readonly price?: Decimal;
  readonly fees?: Decimal;
  readonly netAmount?: Decimal;
  /** Interest of a bond that is received in addition to the price: no part of the proceeds. */
  readonly accruedInterest?: Decimal;
}

/** A security that became worthless: all that is held of it is closed at 0 at the end of the year, and a
 * stated quantity is ignored. (26 USC 165(g)) */
export interface Worthlessness extends FactBase {
  readonly kind: "worthlessness";
  readonly shares?: Decimal;
}

/** `ratioNew` shares for `ratioOld`. */
export interface Ratio {
  readonly ratioNew: Decimal;
  readonly ratioOld: Decimal;
}

/** The shares that an event made of the account's, where that is known: all new shares, instead of
 * those of the ratio rounded down. */
export interface Delivered {
  readonly newShares?: Decimal;
}

/** A split, or a reverse split where fewer shares come of it. */
export interface Split extends FactBase, Ratio, Delivered {
  readonly kind: "split";
}

/** Shares of another security, cash per share, or both, for every share or for a part of them. */
export interface Merger extends FactBase, Withholding, Partial<Ratio>, Delivered {
  readonly kind: "merger";
  /** The part that is exchanged: the lots named, else the oldest; all that is held where there is none. */
  readonly shares?: Decimal;
  readonly namedLots?: readonly NamedLot[];
  readonly intoSecurity?: Id;
  readonly cashPerShare?: Decimal;
  /** All cash of a part, where that is known: instead of its shares × `cashPerShare`, half up. */
  readonly netAmount?: Decimal;
  /** Quotation of one new share; needed where there are shares and cash. */
  readonly newShareValue?: Decimal;
}

/** Shares of a child for those of the parent, with the quotation of one of each afterwards or the
 * child's part of the parent's basis. Those of one security and day are one allocation. */
export interface SpinOff extends FactBase, Ratio, Delivered {
  readonly kind: "spinOff";
  readonly intoSecurity: Id;
  /** Both, unless a part is stated; next to one they are prices only. */
  readonly childValue?: Decimal;
  readonly parentValue?: Decimal;
  /** Percent, as issuers state it on Form 8937; 6 places. */
  readonly childPart?: Decimal;
}

/** Rights, warrants or calls given up, the lots named or the oldest, for shares that are paid for. */
export interface Exercise extends FactBase, Ratio {
  readonly kind: "exercise";
  /** Of the right. */
  readonly shares: Decimal;
  readonly namedLots?: readonly NamedLot[];
  readonly intoSecurity: Id;
  /** Paid in all, fees included. */
  readonly amount: Decimal;
}

/** Capital paid back, for all shares. */
export interface ReturnOfCapital extends FactBase, Withholding {
  readonly kind: "returnOfCapital";
  readonly amount: Decimal;
  /** The day on which it lowers the basis; the trade date, which pays it, where there is none. */
  readonly exOn?: Day;
}

/** The same security under another id. */
export interface SymbolChange extends FactBase {
  readonly kind: "symbolChange";
  readonly intoSecurity: Id;
}

/** Why a basis is adjusted: premium amortised, original issue discount, market discount included,
 * undistributed gains of a fund (Form 2439), a wash sale elsewhere, a correction. */
export const adjustmentReasons = ["PRM", "OID", "MKD", "UCG", "WSH", "COR"] as const;

/** Lots that an adjustment names: all that is open of a transaction. */
export interface AdjustedLot {
  readonly transactionId: Id;
  /** The place of one lot of a transfer in, from 1; all its lots where there is none. */
  readonly place?: string;
}

/** Basis that is added, or taken off where the amount is below 0, over the lots named, else over all. */
export interface BasisAdjustment extends FactBase {
  readonly kind: "basisAdjustment";
  /** Not 0. */
  readonly amount: Decimal;
  readonly reason: (typeof adjustmentReasons)[number];
  /** Of a wash sale elsewhere: by how many days the adjusted date goes back. */
  readonly holdingDays?: number;
  readonly adjustedLots?: readonly AdjustedLot[];
}

/** The death of an owner on the trade date: a part of every share is inherited. (26 USC 1014(b)) */
export interface StepUp extends FactBase {
  readonly kind: "stepUp";
  /** Above 0 and at most 1, 6 places: 0.5 of a joint owner, 1 of community property. */
  readonly part: Decimal;
  /** Of all shares. */
  readonly marketValue: Decimal;
}

/** The elections about averaging: elect it, revoke the election as if there had been none, or end
 * it. */
export const averageElections = ["AVE", "AVR", "AVX"] as const;

/** An election of average basis for a fund or a stock of a reinvestment plan, or its end.
 * (26 CFR 1.1012-1(e)) */
export interface AverageElection extends FactBase {
  readonly kind: "averageElection";
  readonly election: (typeof averageElections)[number];
  /** The first day of the plan; an election of stock, which is no fund, needs it. */
  readonly planSince?: Day;
}

/** Why lots go to another account of the firm: a journal, a spouse (26 USC 1041), a gift. */
export const moveReasons = ["JNL", "SPS", "GFT"] as const;

/** The facts of a move that both its sides state. */
interface Move {
  readonly shares: Decimal;
  readonly reason: (typeof moveReasons)[number];
  /** Of a gift: for all shares. */
  readonly marketValue?: Decimal;
}

/** Shares that go to another account of the firm with their lots. */
export interface LotsMoved extends FactBase, Relief, Move {
  readonly kind: "lotsMoved";
  readonly toAccount: string;
  readonly toFolio?: string;
}

/** Lots that another account of the firm has moved here: the pieces of its lots, oldest first. */
export interface LotsReceived extends FactBase, Move {
  readonly kind: "lotsReceived";
  readonly lots: readonly TransferredLot[];
}

/** A fact that brings lots into the account. */
export type Acquisition = Purchase | TransferIn | GiftIn | Inheritance | LotsReceived | Exercise;
/** A fact by which shares leave, chosen among the lots. */
export type Departure = Disposal | LotsMoved;
/** A fact that changes lots the account already has. */
export type CorporateEvent = Split | Merger | SpinOff | ReturnOfCapital | SymbolChange;

/** One event of an account; a cancelled one is left out before the engine is asked. */
export type LotFact =
  | Acquisition
  | Departure
  | Worthlessness
  | CorporateEvent
  | BasisAdjustment
  | StepUp
  | AverageElection;

/** The kind of security that the dated rules of cover are about. */
export type CoverKind = "stock" | "fund" | "debt" | "option";

/** The account of the facts, and what holds for all of them. */
export interface LotAccount {
  readonly account: string;
  readonly isTaxable: boolean;
  /** The method of a disposal that names neither lots nor a method; AVGC for non-taxable accounts.
   * */
  readonly defaultMethod: MethodCode;
  /** The kind of each security; `stock` for one that is not here. */
  readonly securityKinds?: ReadonlyMap<Id, CoverKind>;
  /** From this day on the basis of each fund is averaged in a taxable account; a day that has come. */
  readonly fundsAveragedFrom?: Day;
  /** The securities that are funds, so that their basis may be averaged without a reinvestment
   * plan. */
  readonly fundSecurities?: ReadonlySet<Id>;
  /** The factors by which shares times a quotation of the security become money: above 0, 6 places;
   * 1 for a security that is not here. */
  readonly quotationFactors?: ReadonlyMap<Id, Decimal>;
  /** The names of securities in sentences, as their tickers; the id of one that is not here. */
  readonly securityNames?: ReadonlyMap<Id, string>;
}

/** The name of a security of an account in sentences. */
export function nameOf({ securityNames }: LotAccount, security: Id): string {
  return securityNames?.get(security) ?? security;
}
