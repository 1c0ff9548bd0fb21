// Random accounts: what happened to their folios and the closes of the days, drawn from small whole
// numbers so that fast-check can shrink them.
import fc from "fast-check";
import type { AccountFact } from "../src/account-fact.ts";

/** A close as it is written. */
export interface WrittenClose {
  readonly security: string;
  readonly on: string;
  readonly close: string;
}

/** Facts in the order of entry, and closes in the order of days. */
export interface Portfolio {
  readonly facts: readonly AccountFact[];
  readonly closes: readonly WrittenClose[];
  /** Of securities whose quotation is not the price of one. */
  readonly factors?: Readonly<Record<string, string>>;
}

interface Step {
  readonly op: number;
  readonly folio: number;
  readonly security: number;
  readonly day: number;
  readonly shares: number;
  readonly price: number;
  readonly extra: number;
}

const span = 16;
const step = fc.record<Step>({
  op: fc.nat(54),
  folio: fc.nat(2),
  security: fc.nat(2),
  day: fc.nat(span - 4),
  shares: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 1, max: 12_000 }),
  extra: fc.nat(999),
});

/** For each security, and last for the calendar: the price of each day, below 0 for none. */
const board = fc.array(
  fc
    .tuple(
      fc.constantFrom(0, 0, 0, 5, span),
      fc.array(fc.integer({ min: -4000, max: 12_000 }), { minLength: span, maxLength: span }),
    )
    .map(([first, days]) => days.map((price, day) => (day < first ? -1 : price))),
  { minLength: 4, maxLength: 4 },
);

const factorsOf = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  {},
  { "601": "0.01" },
  { "602": "100", "603": "0.01" },
  { "601": "0.333333", "603": "100" },
);

/** Accounts with up to the given number of facts, of every kind, over some weeks; most have cash to buy
 * with. */
export function portfolios(most: number): fc.Arbitrary<Portfolio> {
  return fc
    .tuple(
      fc.nat(3),
      fc.array(step, { minLength: 1, maxLength: most, size: "max" }),
      board,
      factorsOf,
    )
    .map(([rich, steps, prices, factors]) => {
      const cash = folios.slice(0, rich).map((_, at) => ({ ...firstStep, folio: at }));
      const facts = factsOf([...cash, ...steps.flatMap(paidLate)]);
      return { facts, closes: closesOf(prices), factors };
    });
}

/** A purchase that is paid for some days later, by a deposit or by a journal, for which the other folio may
 * be paid later, too. */
function paidLate(drawn: Step): Step[] {
  const { op, folio, extra, day } = drawn;
  if (op < 49) return [drawn];
  const giver = (folio + 2 - (extra % 2)) % 3;
  const later = (days: number) => Math.min(day + days, span - 4);
  const deposit = { ...drawn, op: 0, day: later(1 + (extra % 5)) };
  const journal = { ...drawn, op: 11, folio: giver, day: later(1 + (extra % 4)) };
  const bought = { ...drawn, op: op === 54 ? 15 : 12 };
  if (op < 52) return [bought, deposit];
  return [bought, journal, { ...deposit, folio: giver, price: 1 + (extra % 500) }];
}

const firstStep: Step = {
  op: 0,
  folio: 0,
  security: 0,
  day: 0,
  shares: 1,
  price: 12_000,
  extra: 79,
};

const securities = ["601", "602", "603", "699"];
const folios = ["03", "04", "05"];
// The year ends on the way.
const firstDay = Temporal.PlainDate.from("2024-12-26");
const dayAt = (day: number) => firstDay.add({ days: day }).toString();
const isNewYear = (day: number) => dayAt(day) > "2025";
const places = (units: number | bigint, count: number) => {
  const digits = units.toString().padStart(count + 1, "0");
  return `${digits.slice(0, -count)}.${digits.slice(-count)}`;
};

function closesOf(prices: readonly (readonly number[])[]): WrittenClose[] {
  const closes = prices.flatMap((days, at) =>
    days.flatMap((price, day) =>
      price < 0
        ? []
        : [{ security: securities[at] ?? "699", on: dayAt(day), close: places(price * 1237, 6) }],
    ),
  );
  return closes.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}

/** At most what is held, in 0.00001 of a share, by folio and security. */
type Holdings = Map<string, bigint>;
type Fields = Record<string, unknown>;

interface Drawing {
  readonly step: Step;
  readonly holdings: Holdings;
  readonly security: string;
  readonly folio: string;
  readonly other: string;
}

function factsOf(steps: readonly Step[]): AccountFact[] {
  const holdings: Holdings = new Map();
  const isEvent = ({ op }: Step) => op >= 32 && op < 40;
  const inOrder = steps.toSorted(
    (a, b) => a.day - b.day || Number(isEvent(b)) - Number(isEvent(a)),
  );
  const worthless = new Set<string>();
  return inOrder.flatMap((drawn, at) => {
    if (isNewYear(drawn.day)) {
      for (const key of holdings.keys()) if (worthless.has(key.slice(3))) holdings.delete(key);
      worthless.clear();
    }
    const security = securities[drawn.security] ?? "601";
    const folio = folios[drawn.folio] ?? "03";
    const other = folios[(drawn.folio + 1 + (drawn.extra % 2)) % 3] ?? "04";
    const fact = factOf({ step: drawn, holdings, security, folio, other });
    if (fact === undefined) return [];
    if (fact.kind === "worthlessness" && !isNewYear(drawn.day)) worthless.add(security);
    const base = { transactionId: String(at + 1), entryOrder: at, tradeOn: dayAt(drawn.day) };
    return [{ ...base, ...fact } as unknown as AccountFact];
  });
}

function factOf(drawing: Drawing): Fields | undefined {
  const { security, folio, step: drawn } = drawing;
  const { op } = drawn;
  if (op < 12) return cashFactOf(drawing);
  if (op < 17) return purchase(drawing, op < 16 ? "buy" : "reinvestment");
  if (op < 22) return arrival(drawing);
  if (op < 30) return disposal(drawing);
  if (op < 32) return shareJournal(drawing);
  if (op < 41) return event(drawing);
  if (op < 45) return becoming(drawing);
  if (op < 47) return movedInside(drawing);
  return { kind: op === 47 ? "basisAdjustment" : "stepUp", security, folio };
}

function cashFactOf({ step: { op, price, extra, day }, security, folio, other }: Drawing): Fields {
  const amount = places(price * (1 + (extra % 80)), 2);
  if (op < 3) return { kind: "deposit", folio, amount };
  if (op < 5) {
    const kind = extra % 3 === 0 ? "expense" : "withdrawal";
    return { kind, folio, amount: places(price, 2) };
  }
  if (op < 8) {
    const exOn = extra % 4 > 0 && { exOn: dayAt(day - (extra % 9)) };
    if (op < 7) return { kind: "dividend", folio, amount: places(price, 2), ...exOn };
    const owed = extra % 2 === 0 ? "-" : "";
    const ofBond = extra % 5 < 4 && { security };
    return { kind: "interest", folio, amount: `${owed}${places(price, 2)}`, ...exOn, ...ofBond };
  }
  if (op < 11) {
    const payers = [{}, { paidBy: "outside" }, { paidBy: { folio: other } }];
    const refund = price % 5 === 0 && { isRefund: true };
    const cents = places(1 + (price % 2000), 2);
    return { kind: "fee", folio, amount: cents, ...payers[extra % 3], ...refund };
  }
  return { kind: "cashJournal", folio, toFolio: other, amount: places(price, 2) };
}

const unitsOf = ({ shares, extra }: Step) =>
  BigInt(shares) * 100_000n + (extra % 3 === 0 ? BigInt(extra * 7) : 0n);

function put({ holdings, security }: Drawing, folio: string, units: bigint): string {
  const key = `${folio} ${security}`;
  holdings.set(key, (holdings.get(key) ?? 0n) + units);
  return places(units < 0n ? -units : units, 5);
}

/** The shares that a disposal may take: everything, or the wanted amount up to the holding. */
function taken(drawing: Drawing): bigint {
  const held = drawing.holdings.get(`${drawing.folio} ${drawing.security}`) ?? 0n;
  const wanted = unitsOf(drawing.step);
  return drawing.step.extra % 3 === 1 || wanted > held ? held : wanted;
}

function purchase(drawing: Drawing, kind: string): Fields {
  const { step: drawn, security, folio } = drawing;
  const shares = put(drawing, folio, unitsOf(drawn));
  const paid =
    drawn.extra % 4 === 0
      ? { netAmount: places(drawn.price * drawn.shares, 2) }
      : { price: places(drawn.price * 1237, 6), fees: places(drawn.extra, 2) };
  const interest = kind === "buy" && drawn.extra % 3 === 0;
  const settles = drawn.extra % 6 === 0 && { settlementOn: dayAt(drawn.day + (drawn.extra % 5)) };
  return {
    ...settles,
    kind,
    security,
    folio,
    shares,
    ...paid,
    ...(interest && { accruedInterest: places(drawn.extra, 2) }),
  };
}

function arrival(drawing: Drawing): Fields {
  const { step: drawn, security, folio } = drawing;
  const kind = ["transferIn", "transferIn", "giftIn", "inheritance"][drawn.extra % 4];
  const shares = put(drawing, folio, unitsOf(drawn));
  const worth = drawn.extra % 5 > 1 && { marketValue: places(drawn.price * drawn.shares, 2) };
  return { kind, security, folio, shares, ...(kind === "transferIn" ? { lots: [] } : worth) };
}

function disposal(drawing: Drawing): Fields | undefined {
  const { step: drawn, security, folio } = drawing;
  const units = taken(drawing);
  if (units === 0n) return undefined;
  const kinds = [
    "sell",
    "sell",
    "redemption",
    "cashInLieu",
    "expiry",
    "transferOut",
    "transferOut",
  ];
  const kind = kinds[drawn.extra % 7];
  return {
    kind,
    security,
    folio,
    shares: put(drawing, folio, -units),
    ...(kind !== "expiry" && { price: places(drawn.price * 1237, 6) }),
    ...(drawn.extra % 4 === 0 && { fees: places(drawn.extra % 30, 2) }),
    ...((kind === "sell" || kind === "redemption") &&
      drawn.extra % 3 === 0 && { accruedInterest: places(drawn.extra, 2) }),
    ...(drawn.extra % 5 === 0 && {
      federalTaxWithholding: places(drawn.extra % 90, 2),
      stateTaxWithholding: places(drawn.extra % 13, 2),
      foreignTaxWithholding: places(drawn.extra % 11, 2),
    }),
  };
}

function shareJournal(drawing: Drawing): Fields | undefined {
  const { security, folio, other } = drawing;
  const units = taken(drawing);
  if (units === 0n) return undefined;
  put(drawing, other, units);
  const shares = put(drawing, folio, -units);
  return { kind: "shareJournal", security, folio, toFolio: other, shares };
}

/** A holding that stays in its folio as something else: a part of a merger, or the shares into
 * which rights are exercised. */
function becoming(drawing: Drawing): Fields | undefined {
  const { step: drawn, security, folio } = drawing;
  const units = taken(drawing);
  if (units === 0n) return undefined;
  const intoSecurity = securities[(drawn.security + 1) % 3] ?? "602";
  const [ratioNew = "1", ratioOld = "1"] = ratios[drawn.extra % 5] ?? [];
  const shares = put(drawing, folio, -units);
  const isCash = drawn.op === 42 && drawn.extra % 2 === 0;
  const base = { security, folio, shares, ...(!isCash && { intoSecurity, ratioNew, ratioOld }) };
  const isStated = drawn.op === 41 && drawn.extra % 4 === 0;
  const byRatio = (units * BigInt(Number(ratioNew) * 100)) / BigInt(Number(ratioOld) * 100);
  const given = isStated ? byRatio + BigInt(drawn.extra) : byRatio;
  if (!isCash) put({ ...drawing, security: intoSecurity }, folio, given);
  const stated = isStated && { newShares: places(given, 5) };
  if (drawn.op > 42) {
    return { kind: "exercise", ...base, amount: places(drawn.price * (1 + (drawn.extra % 9)), 2) };
  }
  const net = drawn.shares % 3 === 0 && { netAmount: places(drawn.price * drawn.shares, 2) };
  const cash = drawn.op === 42 && { cashPerShare: places(drawn.price, 6), ...net };
  return { kind: "merger", ...base, ...cash, ...stated };
}

/** Lots that go to or come from another account of the firm. */
function movedInside(drawing: Drawing): Fields | undefined {
  const { step: drawn, security, folio } = drawing;
  const worth = drawn.extra % 3 === 0 && { marketValue: places(drawn.price * drawn.shares, 2) };
  if (drawn.op === 45) {
    const units = taken(drawing);
    if (units === 0n) return undefined;
    return { kind: "lotsMoved", security, folio, shares: put(drawing, folio, -units), ...worth };
  }
  const lots = [1n, 2n].map((part) => ({ shares: put(drawing, folio, unitsOf(drawn) / part) }));
  return { kind: "lotsReceived", security, folio, lots, ...worth };
}

const ratios = [
  ["2", "1"],
  ["3", "2"],
  ["1", "10"],
  ["1.05", "1"],
  ["1", "3"],
];

function event(drawing: Drawing): Fields {
  const { step: drawn, security, holdings } = drawing;
  const intoSecurity = securities[(drawn.security + 1) % 3] ?? "602";
  const [ratioNew = "1", ratioOld = "1"] = ratios[drawn.extra % 5] ?? [];
  const ratio = { ratioNew, ratioOld };
  const withheld = drawn.extra % 3 === 0 && { stateTaxWithholding: places(drawn.extra, 2) };
  const amount = places(drawn.price, 2);
  // More than any ratio gives, so that what is known to be held still is.
  const stated = drawn.extra % 9 === 0 && {
    newShares: places(10n ** 12n + BigInt(drawn.extra), 5),
  };
  const grow = (keeps: boolean, into: string | undefined) => {
    for (const folio of folios) {
      const held = holdings.get(`${folio} ${security}`) ?? 0n;
      if (!keeps) holdings.delete(`${folio} ${security}`);
      if (into === undefined || held === 0n) continue;
      // The parts of a whole may each be one unit below what the folio alone would get.
      const least = (held * BigInt(Number(ratioNew) * 100)) / BigInt(Number(ratioOld) * 100) - 1n;
      const key = `${folio} ${into}`;
      holdings.set(key, (holdings.get(key) ?? 0n) + (least > 0n ? least : 0n));
    }
  };
  switch (drawn.op) {
    case 32:
    case 33:
      grow(false, security);
      return { kind: "split", security, ...ratio, ...stated };
    case 34:
      grow(true, intoSecurity);
      return {
        kind: "spinOff",
        security,
        intoSecurity,
        ...ratio,
        ...stated,
        ...(drawn.extra % 4 > 0 && {
          childValue: places(drawn.price * 97, 6),
          parentValue: places(drawn.price * 1013, 6),
        }),
      };
    case 35:
      grow(false, intoSecurity);
      return { kind: "merger", security, intoSecurity, ...ratio, ...stated };
    case 36: {
      grow(false, intoSecurity);
      const cashPerShare = places(drawn.price, 6);
      const newShareValue = places(drawn.price * 311, 6);
      const paid = { cashPerShare, newShareValue, ...withheld };
      return { kind: "merger", security, intoSecurity, ...ratio, ...paid };
    }
    case 37:
      grow(false, undefined);
      return { kind: "merger", security, cashPerShare: places(drawn.price * 777, 6), ...withheld };
    case 38:
      return {
        kind: "returnOfCapital",
        security,
        amount,
        ...withheld,
        ...(drawn.extra % 2 === 0 && { exOn: dayAt(drawn.day - (drawn.extra % 9)) }),
      };
    case 40:
      return { kind: "worthlessness", security };
    default: {
      for (const folio of folios) {
        const from = `${folio} ${security}`;
        const into = `${folio} ${intoSecurity}`;
        const held = holdings.get(from) ?? 0n;
        holdings.delete(from);
        if (held > 0n) holdings.set(into, (holdings.get(into) ?? 0n) + held);
      }
      return { kind: "symbolChange", security, intoSecurity };
    }
  }
}
