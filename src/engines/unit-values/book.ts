// Positions and cash of an account's folios, moved fact by fact on trade dates.
// (docs/performance.md, 2.1)
import type { Decimal } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";
import { amountOf, nearest, places, shareOut, unitsOf } from "../../values/units.ts";
import type { Disposal, LotFact, Merger, Ratio } from "../lot-relief/fact.ts";
import type { CashFact } from "./cash-fact.ts";

/** Shares that came from or went to the outside, to be priced on their day. */
export interface ShareFlow {
  readonly security: Id;
  readonly shares: bigint;
}

/** A folio as it stands: cents, shares in 0.00001, and what has flowed since the last look. */
export interface FolioBook {
  cash: bigint;
  readonly positions: Map<Id, bigint>;
  cashFlows: bigint;
  fees: bigint;
  shareFlows: ShareFlow[];
}

/** What an account's folios hold, and by how much the price of a security stands before a split. */
export interface AccountBook {
  readonly folios: Map<string, FolioBook>;
  /** What a last price is multiplied by where splits, or a change of symbol, came after it. */
  onSplit: (security: Id, ratio: Ratio) => void;
  onSymbolChange: (from: Id, to: Id) => void;
}

/** The folio's book, opened when it is first named. */
export function folioOf({ folios }: AccountBook, name: string): FolioBook {
  const known = folios.get(name);
  if (known !== undefined) return known;
  const opened: FolioBook = {
    cash: 0n,
    positions: new Map(),
    cashFlows: 0n,
    fees: 0n,
    shareFlows: [],
  };
  folios.set(name, opened);
  return opened;
}

const cents = (amount: Decimal) => unitsOf(amount, places.money);
const sharesOf = (shares: Decimal) => unitsOf(shares, places.shares);

/** Moves what the fact moves. */
export function book(account: AccountBook, fact: LotFact | CashFact): void {
  switch (fact.kind) {
    case "deposit":
    case "withdrawal":
      moveExternal(account, fact.folio, fact.kind === "deposit" ? 1n : -1n, fact.amount);
      return;
    case "dividend":
    case "interest":
      folioOf(account, fact.folio).cash += cents(fact.amount);
      return;
    case "fee":
      bookFee(account, fact);
      return;
    case "cashJournal": {
      moveExternal(account, fact.folio, -1n, fact.amount);
      moveExternal(account, fact.toFolio, 1n, fact.amount);
      return;
    }
    case "shareJournal":
      flowShares(account, fact.folio, fact.security, -sharesOf(fact.shares));
      flowShares(account, fact.toFolio, fact.security, sharesOf(fact.shares));
      return;
    default:
      bookLots(account, fact);
      return;
  }
}

function moveExternal(account: AccountBook, folio: string, sign: bigint, amount: Decimal): void {
  const book = folioOf(account, folio);
  book.cash += sign * cents(amount);
  book.cashFlows += sign * cents(amount);
}

function bookFee(account: AccountBook, fact: CashFact & { kind: "fee" }): void {
  const amount = cents(fact.amount);
  const here = folioOf(account, fact.folio);
  here.fees += amount;
  if (fact.paidBy === undefined) {
    here.cash -= amount;
    return;
  }
  here.cashFlows += amount;
  if (fact.paidBy !== "outside") moveExternal(account, fact.paidBy.folio, -1n, fact.amount);
}

function bookLots(account: AccountBook, fact: LotFact): void {
  const folio = fact.folio ?? "";
  switch (fact.kind) {
    case "buy":
    case "reinvestment": {
      const shares = sharesOf(fact.shares);
      folioOf(account, folio).cash -= fact.netAmount
        ? cents(fact.netAmount)
        : tradeAmount(fact) + cents(fact.fees ?? zero);
      moveShares(account, folio, fact.security, shares);
      return;
    }
    case "transferIn":
    case "giftIn":
    case "inheritance":
      flowShares(account, folio, fact.security, sharesOf(fact.shares));
      return;
    case "transferOut":
      flowShares(account, folio, fact.security, -sharesOf(fact.shares));
      return;
    case "sell":
    case "redemption":
    case "cashInLieu":
    case "expiry":
      folioOf(account, folio).cash += proceedsOf(fact);
      moveShares(account, folio, fact.security, -sharesOf(fact.shares));
      return;
    case "split":
      exchange(account, fact.security, fact.security, fact);
      account.onSplit(fact.security, fact);
      return;
    case "symbolChange":
      exchange(account, fact.security, fact.intoSecurity, one);
      account.onSymbolChange(fact.security, fact.intoSecurity);
      return;
    case "spinOff":
      addChild(account, fact);
      return;
    case "merger":
      merge(account, fact);
      return;
    case "returnOfCapital":
      payOut(account, fact.security, cents(fact.amount) - withheld(fact));
      return;
  }
}

const zero = "0" as Decimal;
const one: Ratio = { ratioNew: "1" as Decimal, ratioOld: "1" as Decimal };

function tradeAmount(fact: { readonly shares: Decimal; readonly price?: Decimal }): bigint {
  return amountOf(sharesOf(fact.shares), unitsOf(fact.price ?? zero, places.price));
}

type Withheld = Pick<
  Disposal,
  "federalTaxWithholding" | "stateTaxWithholding" | "foreignTaxWithholding"
>;

function withheld(fact: Withheld): bigint {
  const taxes = [fact.federalTaxWithholding, fact.stateTaxWithholding, fact.foreignTaxWithholding];
  return taxes.reduce((total, tax) => total + cents(tax ?? zero), 0n);
}

function proceedsOf(fact: Disposal): bigint {
  if (fact.kind === "expiry") return 0n;
  const net = fact.netAmount ? cents(fact.netAmount) : tradeAmount(fact) - cents(fact.fees ?? zero);
  return net - withheld(fact);
}

function moveShares(account: AccountBook, folio: string, security: Id, shares: bigint): void {
  const { positions } = folioOf(account, folio);
  const position = (positions.get(security) ?? 0n) + shares;
  if (position === 0n) positions.delete(security);
  else positions.set(security, position);
}

function flowShares(account: AccountBook, folio: string, security: Id, shares: bigint): void {
  moveShares(account, folio, security, shares);
  folioOf(account, folio).shareFlows.push({ security, shares });
}

/** The folios that hold a security, and what each holds. */
function holdersOf({ folios }: AccountBook, security: Id) {
  const held = [...folios].map(([name, { positions }]) => ({
    name,
    shares: positions.get(security) ?? 0n,
  }));
  return held.filter(({ shares }) => shares > 0n);
}

/** The new position of the whole, rounded down, shared over the folios like over lots. */
function sharedByRatio(held: readonly { readonly shares: bigint }[], ratio: Ratio): bigint[] {
  const whole = held.reduce((total, { shares }) => total + shares, 0n);
  const scale = 20;
  const [into, from] = [unitsOf(ratio.ratioNew, scale), unitsOf(ratio.ratioOld, scale)];
  return shareOut(
    (whole * into) / from,
    held.map(({ shares }) => shares),
  );
}

function exchange(account: AccountBook, from: Id, to: Id, ratio: Ratio): void {
  const held = holdersOf(account, from);
  if (held.length === 0) return;
  const parts = sharedByRatio(held, ratio);
  held.forEach(({ name, shares }, index) => {
    const part = parts[index] ?? 0n;
    moveShares(account, name, from, -shares);
    moveShares(account, name, to, part);
    moveFlows(folioOf(account, name), [from, to], { shares, part });
  });
}

/** Shares that have flowed and wait for a price stand on the side of the event where it is. */
function moveFlows(
  book: FolioBook,
  [from, to]: readonly [Id, Id],
  { shares, part }: { readonly shares: bigint; readonly part: bigint },
): void {
  book.shareFlows = book.shareFlows.map((flow) =>
    flow.security === from ? { security: to, shares: (flow.shares * part) / shares } : flow,
  );
}

function addChild(account: AccountBook, fact: LotFact & { kind: "spinOff" }): void {
  const held = holdersOf(account, fact.security);
  if (held.length === 0) return;
  const parts = sharedByRatio(held, fact);
  held.forEach(({ name }, index) => {
    moveShares(account, name, fact.intoSecurity, parts[index] ?? 0n);
  });
}

function merge(account: AccountBook, fact: Merger): void {
  const held = holdersOf(account, fact.security);
  const whole = held.reduce((total, { shares }) => total + shares, 0n);
  const perShare = unitsOf(fact.cashPerShare ?? zero, places.price);
  payOut(account, fact.security, amountOf(whole, perShare) - withheld(fact));
  const { intoSecurity, ratioNew, ratioOld } = fact;
  if (intoSecurity !== undefined && ratioNew !== undefined && ratioOld !== undefined) {
    exchange(account, fact.security, intoSecurity, { ratioNew, ratioOld });
    return;
  }
  for (const { name, shares } of held) moveShares(account, name, fact.security, -shares);
}

/** Pays an amount over the folios that hold a security, by what each holds. */
function payOut(account: AccountBook, security: Id, amount: bigint): void {
  const held = holdersOf(account, security);
  if (held.length === 0) return;
  const parts = shareOut(
    amount,
    held.map(({ shares }) => shares),
  );
  held.forEach(({ name }, index) => {
    folioOf(account, name).cash += parts[index] ?? 0n;
  });
}

/** Shares at a price that is a fraction, in cents, half up. */
export function worthOf(shares: bigint, price: { numerator: bigint; denominator: bigint }): bigint {
  return nearest(shares * price.numerator, price.denominator * 1_000_000_000n);
}
