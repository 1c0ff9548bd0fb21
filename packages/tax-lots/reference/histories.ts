// Random histories of an account: mostly possible facts, drawn from small whole numbers so that
// fast-check can shrink them.
import fc from "fast-check";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import type { LotAccount, LotFact, MethodCode } from "../src/facts/fact.ts";

/** An account and what happened to it. */
export interface History {
  readonly account: LotAccount;
  readonly facts: LotFact[];
}

interface Step {
  readonly op: number;
  readonly security: number;
  readonly days: number;
  readonly shares: number;
  readonly price: number;
  readonly extra: number;
}

/** From here on: what adjusts a basis or elects to average it, and what moves inside the firm. */
const firstBasisOp = 60;
const lastBasisOp = 69;
const basisOp = fc.integer({ min: firstBasisOp, max: lastBasisOp });

const step = fc.record<Step>({
  op: fc.oneof({ weight: 5, arbitrary: fc.nat(46) }, { weight: 1, arbitrary: basisOp }),
  security: fc.nat(2),
  days: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 1, 1, 2, 3, 30, 31, 365, 366)),
  shares: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 1, max: 1200 }),
  extra: fc.nat(999),
});

const methodCodes: readonly MethodCode[] = [
  "FIFO",
  "LIFO",
  "LGHL",
  "HGLL",
  "LLTG",
  "LSTG",
  "HLTG",
  "HSTG",
  "WLFS",
  "WGFS",
];

const dense = {
  days: fc.constantFrom(0, 0, 1, 1, 2, 5, 30),
  shares: fc.integer({ min: 1, max: 12 }),
  price: fc.integer({ min: 800, max: 1200 }),
  extra: fc.nat(999),
};

const trade = fc.record<Step>({
  op: fc.oneof(fc.nat(22), fc.integer({ min: 30, max: 32 }), fc.constantFrom(37, 37, 40, 43)),
  security: fc.constant(0),
  ...dense,
});

/** Rights to that security are bought and exercised. */
const right = fc.record<Step>({
  op: fc.constantFrom(1, 2, 41, 41),
  security: fc.constant(2),
  ...dense,
});

/** Quotation factors of some of the securities. */
function factorsOf(drawn: number): Pick<LotAccount, "quotationFactors"> {
  const factors = ["0.01", "100", "1", "0.123456"] as Decimal[];
  const security = String(601 + (drawn % 3)) as Id;
  const other = String(601 + ((drawn + 1) % 3)) as Id;
  if (drawn % 2 === 0) return {};
  const [one, two] = [factors[drawn % 4], factors[(drawn >> 2) % 4]] as [Decimal, Decimal];
  return {
    quotationFactors: new Map([
      [security, one],
      [other, two],
    ]),
  };
}

/** Taxable histories of one security, so dense that most losses are washed. */
export function washHistories(most: number): fc.Arbitrary<History> {
  return fc
    .tuple(
      fc.nat(9),
      fc.nat(47),
      fc.nat(999),
      fc.array(fc.oneof(trade, trade, trade, right), {
        minLength: 2,
        maxLength: most,
        size: "max",
      }),
    )
    .map(([method, factors, funds, steps]) => {
      const defaultMethod = methodCodes[method] ?? "FIFO";
      const base = { account: "RA00000001", isTaxable: true, defaultMethod };
      const account: LotAccount = { ...base, ...factorsOf(factors), ...averagingOf(funds) };
      return { account, facts: factsOf(account, steps) };
    });
}

/** Histories of up to so many facts, of every kind. */
export function histories(most: number): fc.Arbitrary<History> {
  return fc
    .tuple(
      fc.nat(9),
      fc.nat(4),
      fc.nat(47),
      fc.nat(999),
      fc.array(step, { minLength: 2, maxLength: most, size: "max" }),
    )
    .map(([method, kind, factors, funds, steps]) => {
      const isTaxable = kind > 0;
      const defaultMethod = isTaxable ? (methodCodes[method] ?? "FIFO") : "AVGC";
      const base = { account: "RA00000001", isTaxable, defaultMethod };
      const account: LotAccount = { ...base, ...factorsOf(factors), ...averagingOf(funds) };
      return { account, facts: factsOf(account, steps) };
    });
}

/** Three accounts, each of which moves lots to the next one; the last to the first. */
export function tiedHistories(most: number): fc.Arbitrary<History[]> {
  const one = histories(most);
  return fc.tuple(one, one, one).map((drawn) =>
    drawn.map(({ account, facts }, at) => ({
      account: { ...account, account: `RA0000000${at + 1}` },
      facts: facts.map((fact) => tiedFact(fact, at)),
    })),
  );
}

/** The same fact with an id and a place that no fact of another account has. */
function tiedFact(fact: LotFact, at: number): LotFact {
  const toId = (id: Id) => String(Number(id) * 10 + at) as Id;
  const named = <Lot extends { transactionId: Id }>(lots: readonly Lot[]) =>
    lots.map((lot) => ({ ...lot, transactionId: toId(lot.transactionId) }));
  return {
    ...fact,
    transactionId: toId(fact.transactionId),
    entryOrder: fact.entryOrder * 10 + at,
    ...("namedLots" in fact && fact.namedLots && { namedLots: named(fact.namedLots) }),
    ...("adjustedLots" in fact && fact.adjustedLots && { adjustedLots: named(fact.adjustedLots) }),
    ...(fact.kind === "lotsMoved" && { toAccount: `RA0000000${((at + 1) % 3) + 1}` }),
  } as LotFact;
}

/** Which securities are funds, in half of the accounts averaged from a day on. */
function averagingOf(drawn: number): Pick<LotAccount, "fundSecurities" | "fundsAveragedFrom"> {
  const ids = ["601", "602", "603"].filter((_, at) => (drawn >> at) % 2 === 1) as Id[];
  const fundSecurities = new Set(ids);
  if (drawn % 16 < 8) return { fundSecurities };
  return { fundSecurities, fundsAveragedFrom: later("2019-12-20", drawn) };
}

/** What the generator knows of each security: shares held, in 0.00001. */
type Holdings = Map<string, bigint>;

function factsOf(account: LotAccount, steps: readonly Step[]): LotFact[] {
  const holdings: Holdings = new Map();
  const newest: Newest = new Map();
  const elections: Elections = new Map();
  const worthless: { security: string; year: number }[] = [];
  let day = Temporal.PlainDate.from("2019-12-20");
  return steps.flatMap((each, at) => {
    day = day.add({ days: each.days });
    const base = {
      transactionId: String(each.extra * 100 + at + 1),
      entryOrder: 2 * at,
      tradeOn: day.toString(),
      security: String(601 + each.security),
    };
    for (const { security, year } of worthless.splice(0)) {
      if (year < day.year) holdings.delete(security);
      else worthless.push({ security, year });
    }
    const drawing = { account, holdings, newest, elections, base, step: each };
    const fact = factOf(drawing);
    if (fact?.kind === "worthlessness") worthless.push({ security: base.security, year: day.year });
    const facts = [fact, each.op === 45 && spunBeside(drawing, fact)];
    return facts.filter((one) => typeof one === "object") as unknown as LotFact[];
  });
}

/** Another spin-off of the same security and day, which mostly shares its basis with the first. */
function spunBeside({ holdings, base, step: drawn }: Drawing, first: Fields | undefined) {
  if (first === undefined) return undefined;
  const held = holdings.get(base.security) ?? 0n;
  const into = String(601 + ((drawn.security + 2) % 3));
  const old = 1 + (drawn.shares % 3);
  holdings.set(into, (holdings.get(into) ?? 0n) + held / BigInt(old));
  return {
    ...base,
    kind: "spinOff",
    transactionId: String(Number(base.transactionId) + 50),
    entryOrder: Number(base.entryOrder) + 1,
    intoSecurity: into,
    ratioNew: "1",
    ratioOld: String(old),
    ...(first.childPart === undefined
      ? {
          childValue: cents(drawn.price + 7),
          parentValue: drawn.extra % 5 === 0 ? "3" : `${first.parentValue}0`,
        }
      : { childPart: cents(drawn.price % 40) }),
  };
}

type Fields = Record<string, unknown>;

/** The lots of the newest arrival of each security of which nothing has been taken or changed. */
type Newest = Map<string, { readonly id: string; readonly lots: readonly bigint[] }>;

interface Drawing {
  readonly account: LotAccount;
  readonly holdings: Holdings;
  readonly newest: Newest;
  readonly elections: Elections;
  readonly base: Fields & {
    readonly transactionId: string;
    readonly tradeOn: string;
    readonly security: string;
  };
  readonly step: Step;
}

const sharesText = (units: bigint) => {
  const digits = units.toString().padStart(6, "0");
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`;
};
const cents = (amount: number) =>
  `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
const before = (day: string, days: number) =>
  Temporal.PlainDate.from(day).subtract({ days }).toString();
const later = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString() as Day;

interface Elected {
  readonly on: string;
  readonly isInForce: boolean;
  hasDisposed: boolean;
}

/** Whether average basis was last elected or ended for a security, and whether shares were disposed of since. */
type Elections = Map<string, Elected>;

function passElection(elections: Elections, from: string, to: string): void {
  const election = elections.get(from);
  if (election !== undefined) elections.set(to, election);
  elections.delete(from);
}

/** Whether a basis is averaged, as far as the generator knows. */
function isAveraged({ account, elections, base }: Drawing): boolean {
  const { isTaxable, fundSecurities, fundsAveragedFrom: from } = account;
  const isDefault = from !== undefined && base.tradeOn >= from;
  const isFund = fundSecurities?.has(base.security as Id) ?? false;
  return isTaxable && (elections.get(base.security)?.isInForce ?? (isDefault && isFund));
}

function factOf(drawing: Drawing): Fields | undefined {
  const { op } = drawing.step;
  if (op >= firstBasisOp) return basisFact(drawing);
  if (op === 46) return disposal(drawing);
  if (op < 12) return noted(drawing, purchase(drawing));
  if (op < 26) return disposal(drawing);
  if (op < 30) return noted(drawing, arrival(drawing));
  const fact = event(drawing);
  drawing.newest.clear();
  return fact;
}

function noted({ newest, base }: Drawing, fact: Fields): Fields {
  const { lots, shares } = fact as { lots?: { shares: string }[]; shares: string };
  const units = (lots ?? [{ shares }]).map((lot) => BigInt(lot.shares.replace(".", "")));
  newest.set(base.security, { id: base.transactionId, lots: units });
  return fact;
}

/** Shares of the newest arrival by its name, those of a transfer's second lot by their place. */
function namedIn({ newest, base, step: { extra } }: Drawing, most: bigint): Fields | undefined {
  const found = newest.get(base.security);
  newest.delete(base.security);
  const [first = 0n, second] = found?.lots ?? [];
  if (found === undefined || extra % 3 === 0) return undefined;
  const { id: transactionId } = found;
  const whole = first + (second ?? 0n);
  const units = extra % 2 === 0 || whole === 1n ? whole : whole - 1n;
  const placed = second === undefined ? 0n : extra % 4 === 0 ? second : second / 2n;
  if (units > most) return undefined;
  const named = [
    { transactionId, shares: sharesText(units - placed) },
    { transactionId, place: "2", shares: sharesText(placed) },
  ];
  return {
    shares: sharesText(units),
    namedLots: named.filter((each) => !/^[0.]+$/.test(each.shares)),
  };
}

/** Mostly whole shares, often with a fraction of five places; some lots are tiny. */
function unitsOf({ shares, extra }: Step): bigint {
  if (extra % 11 === 0) return BigInt(shares % 5) + 3n;
  return BigInt(shares) * 100_000n + (extra % 3 === 0 ? BigInt(extra * 7) : 0n);
}

function add({ holdings, base, step: drawn }: Drawing): string {
  const units = unitsOf(drawn);
  holdings.set(base.security, (holdings.get(base.security) ?? 0n) + units);
  return sharesText(units);
}

function purchase(drawing: Drawing): Fields {
  const { base, step: drawn } = drawing;
  const kind = drawn.op < 10 ? "buy" : "reinvestment";
  return {
    ...base,
    kind,
    shares: add(drawing),
    price: cents(drawn.price),
    fees: cents(drawn.extra % 7),
  };
}

function disposal(drawing: Drawing): Fields | undefined {
  const { account, holdings, elections, base, step: drawn } = drawing;
  const held = holdings.get(base.security) ?? 0n;
  const wanted = unitsOf(drawn);
  const isAll = drawn.extra % 5 === 0;
  // What is averaged is not named, which would end the history: seldom drawn.
  const isPooled = isAveraged(drawing) && drawn.extra % 50 > 0;
  const named = account.isTaxable && !isPooled ? namedIn(drawing, held) : undefined;
  const units = named
    ? BigInt(String(named.shares).replace(".", ""))
    : isAll || wanted > held
      ? held
      : wanted;
  if (units === 0n) return undefined;
  holdings.set(base.security, held - units);
  const election = elections.get(base.security);
  if (election !== undefined) election.hasDisposed = true;
  if (isPooled) drawing.newest.delete(base.security);
  const kinds = [
    "sell",
    "sell",
    "sell",
    "sell",
    "redemption",
    "cashInLieu",
    "expiry",
    "transferOut",
  ];
  const isMoved = drawn.op >= firstBasisOp;
  const kind = isMoved ? "lotsMoved" : (kinds[drawn.extra % 8] ?? "sell");
  const hasFees = kind !== "transferOut" && !isMoved;
  const method =
    account.isTaxable && (drawn.op < 16 || drawn.op === 46)
      ? methodCodes[drawn.extra % 10]
      : undefined;
  return {
    ...base,
    kind,
    shares: sharesText(units),
    ...(kind !== "expiry" && kind !== "lotsMoved" && paymentOf(drawn, kind)),
    ...(hasFees && drawn.extra % 4 === 0 && { fees: cents(drawn.extra % 30) }),
    ...(named ?? (method && (isPooled ? { keptMethod: method } : { method }))),
    ...(kind === "lotsMoved" && moveOf(drawn)),
    ...(drawn.extra % 6 < 4 && { shortTermTaxRate: String(drawn.extra % 40) }),
    ...(drawn.extra % 7 < 5 && { longTermTaxRate: String((drawn.extra * 3) % 3) }),
  };
}

/** A price, else an amount with or without a close, or a close alone of what is transferred out. */
function paymentOf({ op, extra, price, shares }: Step, kind: string): Fields {
  if (op !== 46) return { price: cents(price) };
  const close = { lastClose: cents(extra * 3) };
  if (kind === "transferOut") return close;
  const netAmount = extra % 29 === 0 ? `-${cents(extra)}` : cents(price * shares);
  return extra % 3 === 0 ? { netAmount, ...close } : { netAmount };
}

function arrival(drawing: Drawing): Fields {
  const { base, step: drawn } = drawing;
  const shares = add(drawing);
  const acquired = before(base.tradeOn, drawn.extra);
  const basis = cents(drawn.price * drawn.shares);
  const value = cents(Math.trunc((drawn.price * drawn.shares * (drawn.extra % 150)) / 100));
  if (drawn.op === 26) {
    return {
      ...base,
      kind: "giftIn",
      shares,
      donorAcquiredOn: acquired,
      donorBasis: basis,
      marketValue: value,
    };
  }
  if (drawn.op === 27)
    return { ...base, kind: "inheritance", shares, diedOn: acquired, marketValue: basis };
  const first = unitsOf(drawn) / 3n + 1n;
  const isKnown = drawn.extra % 4 > 0;
  const lots = [
    {
      shares: sharesText(first),
      originalOn: acquired,
      ...(isKnown && { adjustedCostBasis: basis }),
    },
    {
      shares: sharesText(unitsOf(drawn) - first),
      ...(drawn.extra % 3 > 0 && { originalOn: acquired, adjustedOn: before(acquired, 5) }),
      originalCostBasis: basis,
      isInherited: drawn.extra % 5 === 0,
      ...(drawn.extra % 2 > 0 && { giftOn: base.tradeOn, giftMarketValue: value }),
    },
  ];
  return { ...base, kind: "transferIn", shares, lots };
}

function event(drawing: Drawing): Fields | undefined {
  const { holdings, elections, base, step: drawn } = drawing;
  const held = holdings.get(base.security) ?? 0n;
  // Of nothing held, capital that comes back is refused, which would end the history: seldom drawn.
  if (held === 0n && [35, 36].includes(drawn.op) && drawn.extra % 10 > 0) return undefined;
  const into = String(601 + ((drawn.security + 1) % 3));
  // Reverse splits occasionally leave small lots without a share.
  const old = drawn.extra % 7 === 0 ? 5 * drawn.shares : 1 + (drawn.shares % 4);
  const more = 1 + (drawn.extra % 5);
  const ratio = { ratioNew: String(more), ratioOld: String(old) };
  const exact = (held * BigInt(more)) / BigInt(old);
  // What the custodian delivered, some units more or less than the ratio gives.
  const stated = exact + BigInt(drawn.price % 7) - 3n;
  const isStated = held > 0n && drawn.shares % 3 === 0 && stated > 0n;
  const made = isStated ? stated : exact;
  const delivered = isStated ? { newShares: sharesText(stated) } : {};
  const move = (left: bigint, there: bigint) => {
    holdings.set(base.security, left);
    if (there > 0n) holdings.set(into, (holdings.get(into) ?? 0n) + there);
  };
  switch (drawn.op) {
    case 30:
    case 31:
    case 32:
      move(made, 0n);
      return { ...base, kind: "split", ...ratio, ...delivered };
    case 33:
    case 34:
    case 45: {
      move(held, made);
      // One value in two, so that spin-offs of a day often have the same.
      const parentValue = drawn.extra % 2 === 0 ? "12.5" : cents(drawn.extra);
      const values = { childValue: cents(drawn.price), parentValue };
      const parts = { childPart: `${(drawn.extra * 7) % 70}.${drawn.price}` };
      const spun = { ...base, kind: "spinOff", intoSecurity: into, ...ratio, ...delivered };
      return { ...spun, ...(drawn.extra % 4 === 1 ? parts : values) };
    }
    case 41:
    case 42:
      return exercised({ drawing, into, ratio, move });
    case 35:
    case 36: {
      const ex = drawn.extra % 3 > 0 && { exOn: before(base.tradeOn, drawn.extra % 40) };
      const amount = cents(drawn.price * drawn.shares);
      return { ...base, kind: "returnOfCapital", amount, ...ex };
    }
    case 40:
      // What is stated of the quantity is ignored.
      return { ...base, kind: "worthlessness", ...(drawn.extra % 2 > 0 && { shares: "7" }) };
    case 37:
      move(0n, held);
      passElection(elections, base.security, into);
      return { ...base, kind: "symbolChange", intoSecurity: into };
    default:
      return merger({ drawing, into, ratio, made, delivered, move });
  }
}

interface Terms {
  readonly drawing: Drawing;
  readonly into: string;
  readonly ratio: { readonly ratioNew: string; readonly ratioOld: string };
  readonly move: (left: bigint, there: bigint) => void;
}

/** Shares of a part of a position, sometimes more than are held, and what is left. */
function partOf({ account, holdings, newest, base, step: drawn }: Drawing) {
  const held = holdings.get(base.security) ?? 0n;
  const lots = account.isTaxable && drawn.extra % 5 < 2 ? newest.get(base.security) : undefined;
  const named = lots?.lots[0];
  const wanted = named ?? unitsOf(drawn);
  const isBeyond = drawn.extra % 97 === 0;
  const units = wanted > held && !isBeyond ? held : wanted;
  const isNamed = lots !== undefined && named === units;
  const shares = sharesText(units);
  const namedLots = { namedLots: [{ transactionId: lots?.id, shares }] };
  return {
    units,
    left: units > held ? 0n : held - units,
    fields: { shares, ...(isNamed && namedLots) },
  };
}

function exercised({ drawing, into, ratio, move }: Terms): Fields | undefined {
  const { base, step: drawn } = drawing;
  const { units, left, fields } = partOf(drawing);
  const made = (units * BigInt(ratio.ratioNew)) / BigInt(ratio.ratioOld);
  // What gives no share is refused, which would end the history: seldom drawn.
  if (units === 0n || (made === 0n && drawn.extra % 20 > 0)) return undefined;
  move(left, made);
  const amount = cents(drawn.price * drawn.shares);
  return { ...base, kind: "exercise", ...fields, intoSecurity: into, ...ratio, amount };
}

function merger(terms: Terms & { readonly made: bigint; readonly delivered: Fields }) {
  const { drawing, ratio } = terms;
  const { base, step: drawn } = drawing;
  const isPart = drawn.op === 43 || drawn.op === 44;
  const part = isPart ? partOf(drawing) : undefined;
  if (part?.units === 0n) return undefined;
  const exact = ((part?.units ?? 0n) * BigInt(ratio.ratioNew)) / BigInt(ratio.ratioOld);
  const stated = exact + BigInt(drawn.price % 5) - 2n;
  const isStated = part !== undefined && drawn.shares % 3 === 0 && stated > 0n;
  const made = part === undefined ? terms.made : isStated ? stated : exact;
  if (part !== undefined && made === 0n && drawn.extra % 20 > 0) return undefined;
  const merged = { ...base, kind: "merger", ...part?.fields };
  const cash = { cashPerShare: cents(drawn.price) };
  if (drawn.extra % 3 === 0) {
    terms.move(part?.left ?? 0n, 0n);
    return { ...merged, ...cash };
  }
  terms.move(part?.left ?? 0n, made);
  const ofPart = isStated ? { newShares: sharesText(stated) } : {};
  const delivered = part === undefined ? terms.delivered : ofPart;
  const shares = { ...merged, intoSecurity: terms.into, ...ratio, ...delivered };
  if (drawn.extra % 3 === 1) return shares;
  return { ...shares, ...cash, newShareValue: cents(drawn.extra) };
}

function moveOf({ extra, price, shares }: Step): Fields {
  const reason = ["JNL", "SPS", "GFT"][extra % 3];
  const value = reason === "GFT" && { marketValue: cents(price * shares) };
  return { reason, toAccount: "RA00000002", lastClose: cents(price), ...value };
}

function basisFact(drawing: Drawing): Fields | undefined {
  const { account, holdings, base, step: drawn } = drawing;
  const isHeld = (holdings.get(base.security) ?? 0n) > 0n;
  const isSeldom = drawn.extra % 25 === 0;
  if (!isHeld && !isSeldom && drawn.op < 66) return undefined;
  if (drawn.op >= 66) return account.isTaxable ? electionOf(drawing) : undefined;
  if (drawn.op === 65) return disposal(drawing);
  if (drawn.op === 64) {
    const part = drawn.extra % 4 === 0 ? "1" : `0.${String(drawn.extra).padStart(3, "0")}1`;
    return { ...base, kind: "stepUp", part, marketValue: cents(drawn.price * drawn.shares) };
  }
  return adjustmentOf(drawing);
}

/** Mostly small amounts, as one below 0 that is large would be refused. */
function adjustmentOf({ account, newest, base, step: drawn }: Drawing): Fields {
  const reason = ["PRM", "OID", "MKD", "UCG", "WSH", "COR"][drawn.extra % 6];
  const isBelow = drawn.extra % 5 < 2;
  const size = isBelow && drawn.extra % 30 > 0 ? drawn.price % 9 : drawn.price;
  const amount = `${isBelow ? "-" : ""}${cents(size + 1)}`;
  const days = reason === "WSH" && drawn.shares % 3 > 0 && { holdingDays: drawn.price };
  const found = newest.get(base.security);
  const isNamed = account.isTaxable && found !== undefined && drawn.shares % 2 === 0;
  const place = found && found.lots.length > 1 && drawn.shares % 4 === 0 && { place: "2" };
  const named = isNamed && { adjustedLots: [{ transactionId: found.id, ...place }] };
  return { ...base, kind: "basisAdjustment", amount, reason, ...days, ...named };
}

/** Mostly one that is possible: an election where there is none, else its end. */
function electionOf(drawing: Drawing): Fields | undefined {
  const { account, holdings, elections, base, step: drawn } = drawing;
  const known = elections.get(base.security);
  const isInForce = isAveraged(drawing);
  const isFund = account.fundSecurities?.has(base.security as Id) ?? false;
  const plan = { planSince: before(base.tradeOn, drawn.extra) };
  if (!isInForce || drawn.shares % 9 === 0) {
    const on = isInForce ? (known?.on ?? base.tradeOn) : base.tradeOn;
    elections.set(base.security, { on, isInForce: true, hasDisposed: known?.hasDisposed ?? false });
    const isPlanned = !isFund || drawn.extra % 7 === 0;
    return { ...base, kind: "averageElection", election: "AVE", ...(isPlanned && plan) };
  }
  // Of a default that no purchase has begun yet, and of what a disposal keeps from being revoked: seldom drawn.
  const isBegun = known !== undefined || (holdings.get(base.security) ?? 0n) > 0n;
  if (!isBegun && drawn.extra % 10 > 0) return undefined;
  const isLate = known !== undefined && later(known.on as Day, 366) <= base.tradeOn;
  const isPossible = known !== undefined ? !isLate && !known.hasDisposed : drawn.shares % 5 === 0;
  const isRevoked = (isPossible && drawn.shares % 3 > 0) || drawn.extra % 50 === 0;
  elections.set(base.security, { on: "", isInForce: false, hasDisposed: false });
  return { ...base, kind: "averageElection", election: isRevoked ? "AVR" : "AVX" };
}
