// Raw data from transactions and closes, and its sum over folios, in text. (docs/performance.md, 2.1)
import { expect, test } from "vitest";
import type { LotFact } from "../../tax-lots/src/facts/fact.ts";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import { sumOfFolios } from "./account-sum.ts";
import type { CashFact, CashJournal } from "./cash-fact.ts";
import { endValueOf } from "./chain.ts";
import type { Closes } from "./prices.ts";
import type { AwaitedShares, PromisedPayout } from "./promised.ts";
import { type ComputedDay, computeRawData } from "./raw-data.ts";

type Fact = LotFact | CashFact;

const d = (text: string) => text as Decimal;
const january = (day: number) => `2025-01-${String(day).padStart(2, "0")}` as Day;
let entryOrder = 0;

/** A fact of January 2025 in folio 03 unless it says otherwise. */
function fact(day: number, rest: object): Fact {
  entryOrder += 1;
  const base = { transactionId: String(entryOrder) as Id, entryOrder, folio: "03" };
  return { ...base, tradeOn: january(day), ...rest } as Fact;
}

/** Closes by security: day and price in dollars. */
function closes(of: Record<string, Record<number, string>>): ReadonlyMap<Id, Closes> {
  return new Map(
    Object.entries(of).map(([security, days]) => [
      security as Id,
      Object.entries(days).map(([day, close]) => ({
        on: january(Number(day)),
        close: BigInt(Math.round(Number(close) * 1_000_000)),
      })),
    ]),
  );
}

/** Each day on a line: day, market value, accrued, cash flows, security flows, fees; marks. */
function shown(facts: Fact[], prices: ReadonlyMap<Id, Closes>, folio = "03"): string[] {
  const days = [...prices.values()].flatMap((list) => list.map(({ on }) => on));
  const valuationDays = [...new Set(days)].toSorted();
  const computed = computeRawData({ facts, closes: prices, valuationDays }).get(folio) ?? [];
  return computed.map((day) => {
    const value = day.valuation;
    const worth = value ? `${value.marketValue} ${value.accrued}` : "-";
    const flows = `${day.cashFlows} ${day.securityFlows} ${day.fees}`;
    const stale = day.stale.map(({ security }) => security);
    const marks = stale.length > 0 ? ` stale ${stale}` : "";
    return `${day.on.slice(8)}: ${worth} | ${flows}${marks}`;
  });
}

const buy = { kind: "buy", security: "1", shares: d("10"), price: d("50"), fees: d("5") };

test("positions and cash stand at the day's close; commissions are part of the return", () => {
  const facts = [fact(2, { kind: "deposit", amount: d("1000") }), fact(2, buy)];
  expect(shown(facts, closes({ 1: { 2: "50", 3: "51.5" } }))).toEqual([
    "02: 99500 0 | 100000 0 0", // 10 × 50.00 + (1,000.00 − 505.00)
    "03: 101000 0 | 0 0 0", // 10 × 51.50 + 495.00
  ]);
});

test("each position is rounded half up to the cent before the sum", () => {
  const half = { kind: "transferIn", shares: d("0.5"), lots: [] };
  const facts = [fact(2, { ...half, security: "1" }), fact(2, { ...half, security: "2" })];
  // 0.5 × 0.01 = 0.005 is 0.01, twice
  expect(shown(facts, closes({ 1: { 2: "0.01" }, 2: { 2: "0.01" } }))).toEqual(["02: 2 0 | 0 2 0"]);
});

test("a security without a close uses its last, marked, times old / new over a split", () => {
  const facts = [
    fact(2, { kind: "transferIn", security: "1", shares: d("10"), lots: [] }),
    fact(6, { kind: "split", security: "1", ratioNew: d("2"), ratioOld: d("1") }),
  ];
  const prices = closes({ 1: { 2: "50", 7: "26" }, 9: { 3: "1", 6: "1" } });
  expect(shown(facts, prices)).toEqual([
    "02: 50000 0 | 0 50000 0",
    "03: 50000 0 | 0 0 0 stale 1",
    "06: 50000 0 | 0 0 0 stale 1", // 20 × 25.00
    "07: 52000 0 | 0 0 0",
  ]);
});

test("a day has no valuation while a security has no price, and its flows wait", () => {
  const facts = [fact(2, { kind: "transferIn", security: "1", shares: d("10"), lots: [] })];
  const prices = closes({ 9: { 2: "1" }, 1: { 3: "50" } });
  expect(shown(facts, prices)).toEqual(["02: - | 0 0 0", "03: 50000 0 | 0 50000 0"]);
});

test("a payout is accrued from its ex-date until it is paid", () => {
  const facts = [
    fact(2, { kind: "deposit", amount: d("100") }),
    fact(6, { kind: "dividend", amount: d("7.5"), exOn: january(3) }),
  ];
  const prices = closes({ 9: { 2: "1", 3: "1", 6: "1" } });
  expect(shown(facts, prices)).toEqual([
    "02: 10000 0 | 10000 0 0",
    "03: 10000 750 | 0 0 0",
    "06: 10750 0 | 0 0 0",
  ]);
});

test.each<[string, object, string[], string[]]>([
  ["from the folio", {}, ["02: 9000 0 | 10000 0 1000"], []],
  ["from outside", { paidBy: "outside" }, ["02: 10000 0 | 11000 0 1000"], []],
  [
    "by another folio",
    { paidBy: { folio: "01" } },
    ["02: 10000 0 | 11000 0 1000"],
    ["02: -1000 0 | -1000 0 0"],
  ],
])("a fee paid %s", (_by, by, here, there) => {
  const facts = [
    fact(2, { kind: "deposit", amount: d("100") }),
    fact(2, { kind: "fee", amount: d("10"), ...by }),
  ];
  const prices = closes({ 9: { 2: "1" } });
  expect(shown(facts, prices)).toEqual(here);
  expect(shown(facts, prices, "01")).toEqual(there);
});

test("the new position of a split is shared over the folios like over lots", () => {
  const shares = (folio: string, count: string) =>
    fact(2, { kind: "transferIn", folio, security: "1", shares: d(count), lots: [] });
  const facts = [
    shares("03", "1"),
    shares("04", "1"),
    fact(3, { kind: "split", security: "1", ratioNew: d("1.00001"), ratioOld: d("2") }),
  ];
  // 2 × 1.00001 / 2 = 1.00001, shared 0.50001 and 0.50000: the odd part goes to the first
  const prices = closes({ 1: { 2: "100000", 3: "100000" } });
  expect(shown(facts, prices)[1]).toBe("03: 5000100 0 | 0 0 0");
  expect(shown(facts, prices, "04")[1]).toBe("03: 5000000 0 | 0 0 0");
});

test("moves between folios cancel in the account", () => {
  const facts = [
    fact(2, { kind: "deposit", amount: d("100") }),
    fact(3, { kind: "cashJournal", amount: d("40"), toFolio: "04" }),
  ];
  const prices = closes({ 9: { 2: "1", 3: "1" } });
  const valuationDays = [january(2), january(3)];
  const computed = computeRawData({ facts, closes: prices, valuationDays });
  expect(
    sumOfFolios([...computed.values()]).map((day) => [day.marketValue, day.cashFlows]),
  ).toEqual([
    [100_00n, 100_00n],
    [100_00n, 0n],
  ]);
});

test("days after one on which nothing waits are the same without valuing the days before", () => {
  const facts = [
    fact(2, { kind: "transferIn", security: "1", shares: d("10"), lots: [] }),
    fact(2, { kind: "deposit", folio: "04", amount: d("100") }),
    fact(5, { kind: "deposit", amount: d("7") }), // a Sunday
    fact(7, { kind: "split", security: "1", ratioNew: d("2"), ratioOld: d("1") }),
    fact(8, { kind: "dividend", amount: d("3"), exOn: january(6) }),
  ];
  const prices = closes({ 1: { 2: "50", 3: "51", 8: "26" }, 9: { 6: "1", 7: "1", 9: "1" } });
  const valuationDays = [2, 3, 6, 7, 8, 9].map(january);
  const sources = { facts, closes: prices, valuationDays };
  const full = computeRawData(sources);
  const whole = sumOfFolios([...full.values()]);
  for (const after of valuationDays) {
    const rest = computeRawData(sources, after);
    for (const [folio, days] of full) {
      expect(rest.get(folio) ?? []).toEqual(days.filter(({ on }) => on > after));
    }
    const values = [...full.values()].map((days) => endOf(days.find(({ on }) => on === after)));
    expect(sumOfFolios([...rest.values()], values)).toEqual(whole.filter(({ on }) => on > after));
  }
});

const endOf = (day: ComputedDay | undefined) => day?.valuation && endValueOf(day.valuation);

test("a change of symbol continues from the later of the two last prices", () => {
  const facts = [
    fact(2, { kind: "transferIn", security: "1", shares: d("1"), lots: [] }),
    fact(6, { kind: "symbolChange", security: "1", intoSecurity: "2" }),
  ];
  const renamed = (own: number) =>
    shown(facts, closes({ 1: { 3: "50" }, 2: { [own]: "60" }, 9: { 6: "1" } })).at(-1);
  expect(renamed(2)).toBe("06: 5000 0 | 0 0 0 stale 2");
  expect(renamed(3)).toBe("06: 6000 0 | 0 0 0 stale 2");
});

const weekend = closes({ 1: { 3: "50" }, 2: { 3: "20" }, 9: { 3: "1", 6: "1" } });
const flow = { kind: "transferIn", security: "1", shares: d("10"), lots: [] };
const ratio = { ratioNew: d("2"), ratioOld: d("1") };

test.each<[string, object, string]>([
  ["a split", { kind: "split", ...ratio }, "06: 50000 0 | 0 50000 0 stale 1"], // 20 × 25.00
  [
    "a spin-off",
    { kind: "spinOff", intoSecurity: "2", ...ratio },
    "06: 90000 0 | 0 90000 0 stale 1,2", // 10 × 50.00 + 20 × 20.00
  ],
  [
    "a merger",
    { kind: "merger", intoSecurity: "2", ...ratio, cashPerShare: d("3") },
    "06: 43000 0 | 0 43000 0 stale 2", // 20 × 20.00 + 10 × 3.00
  ],
  [
    "a return of capital",
    { kind: "returnOfCapital", amount: d("12") },
    "06: 51200 0 | 0 51200 0 stale 1", // 10 × 50.00 + 12.00
  ],
])("shares that wait for a price flow with what %s makes of them", (_event, event, line) => {
  const facts = [fact(4, flow), fact(5, { security: "1", ...event })];
  expect(shown(facts, weekend).at(-1)).toBe(line);
  // The same shares gone again before the event flow out as what they would have become.
  const gone = [fact(3, flow), fact(4, { ...flow, kind: "transferOut" })];
  const after = shown([...gone, fact(5, { security: "1", ...event })], weekend).at(-1);
  expect(after).toMatch(/^06: 0 0 \| 0 -\d+ 0 stale (1|2|1,2)$/);
});

test("shares of a security that flow in one day are one position, rounded once", () => {
  const half = { ...flow, shares: d("0.5") };
  expect(shown([fact(3, half), fact(3, half)], closes({ 1: { 3: "0.01" } }))).toEqual([
    "03: 1 0 | 0 1 0", // 1 × 0.01, not twice 0.005
  ]);
});

const day = (on: number, marketValue: bigint | undefined, securityFlows = 0n) => ({
  on: january(on),
  cashFlows: 0n,
  securityFlows,
  fees: 0n,
  isWaiting: false,
  hasEstimatedFlows: false,
  valuation:
    marketValue === undefined ? undefined : { marketValue, accrued: 0n, isEstimated: false },
});

test("an account has a day when every folio that holds something has one", () => {
  const one = [day(2, 100n, 100n), day(3, 110n), day(6, 120n)];
  const two = [day(2, 50n, 50n), day(6, 60n)];
  const emptied = [day(2, 0n), day(6, 0n)];
  const sum = sumOfFolios([one, two, emptied]).map(({ on, marketValue }) => [on, marketValue]);
  expect(sum).toEqual([
    [january(2), 150n],
    [january(6), 180n],
  ]);
});

test("flows of a day that the account does not have count on its next", () => {
  const one = [day(2, 100n, 100n), day(3, 210n, 100n), day(6, 220n)];
  const two = [day(2, 50n, 50n), day(6, 60n)];
  expect(sumOfFolios([one, two]).map(({ securityFlows }) => securityFlows)).toEqual([150n, 100n]);
});

test("a folio's base day enters an account that has one as a security flow of its value", () => {
  const one = [day(2, 100n), day(3, 110n)];
  const later = [day(3, 40n)];
  const sum = sumOfFolios([one, later]).map((each) => [each.marketValue, each.securityFlows]);
  expect(sum).toEqual([
    [100n, 0n],
    [150n, 40n],
  ]);
});

test("what became worthless is worth its last close until the year ends, in every folio", () => {
  const day = (text: string) => text as Day;
  const base = { security: "1" as Id, tradeOn: day("2024-12-27"), shares: d("10"), lots: [] };
  const facts = [
    fact(1, { ...base, kind: "transferIn" }),
    fact(1, { ...base, kind: "transferIn", folio: "04" }),
    fact(1, { ...base, kind: "worthlessness", tradeOn: day("2024-12-30"), folio: undefined }),
  ];
  const close = 50_000_000n;
  const on = ["2024-12-27", "2024-12-30", "2024-12-31", "2025-01-02"].map(day);
  const raw = computeRawData({
    facts,
    closes: new Map([["1" as Id, on.map((each) => ({ on: each, close }))]]),
    valuationDays: on,
  });
  for (const folio of ["03", "04"]) {
    expect(raw.get(folio)?.map(({ valuation }) => valuation?.marketValue)).toEqual([
      50_000n,
      50_000n,
      0n,
      0n,
    ]);
    expect(
      raw
        .get(folio)
        ?.slice(1)
        .every((each) => each.securityFlows === 0n),
    ).toBe(true);
  }
});

test("what is promised is accrued as what is booked, until it takes its place", () => {
  const prices = closes({ 1: { 2: "50", 3: "49", 6: "51", 7: "52", 8: "50.5" } });
  const payouts = (seed: number) =>
    ["dividend", "interest", "returnOfCapital"].map((kind, at) => {
      const amount = d(`${1 + ((seed * 7 + at * 3) % 9)}.${10 + ((seed * 13 + at) % 90)}`);
      const on = 3 + ((seed + at) % 5);
      const exOn = seed % 4 === 0 ? {} : { exOn: january(Math.max(2, on - (seed % 3))) };
      return fact(on, { kind, security: "1", amount, ...exOn }) as PromisedPayout;
    });
  const valuationDays = [2, 3, 6, 7, 8].map(january);
  for (let seed = 0; seed < 60; seed += 1) {
    const bought = [fact(2, { kind: "deposit", amount: d("1000") }), fact(2, buy)];
    const all = payouts(seed);
    const booked = all.slice(0, seed % 4);
    const promised = all.slice(seed % 4);
    const daysOf = (facts: readonly Fact[], due: readonly PromisedPayout[], after?: Day) => {
      const ordered = facts.toSorted((a, b) => (a.tradeOn < b.tradeOn ? -1 : 1));
      const sources = { facts: ordered, promised: due, closes: prices, valuationDays };
      return computeRawData(sources, after).get("03") ?? [];
    };
    const whole = daysOf([...bought, ...all], []);
    const due = daysOf([...bought, ...booked], promised);
    const values = (days: readonly ComputedDay[]) =>
      days.map(({ on, valuation }) => [on, valuation && endValueOf(valuation)]);
    const valued = ({ on }: ComputedDay) => valuationDays.includes(on);
    expect(values(due.filter(valued)), `seed ${seed}`).toEqual(values(whole.filter(valued)));
    const first = promised.map(({ tradeOn }) => tradeOn).toSorted()[0] ?? january(31);
    const before = (days: readonly ComputedDay[]) => days.filter(({ on }) => on < first);
    expect(before(due), `seed ${seed}`).toEqual(before(whole));
    // From a day on they are the same as from the first.
    const later = due.filter(({ on }) => on > january(3));
    expect(daysOf([...bought, ...booked], promised, january(3)), `seed ${seed}`).toEqual(later);
  }
});

test("a promised journal moves what is accrued to the other folio on its day, as the booked one moves cash", () => {
  const prices = closes({ 1: { 2: "50", 3: "49", 6: "51", 7: "52", 8: "50.5" } });
  const valuationDays = [2, 3, 6, 7, 8].map(january);
  // The purchase of the cash folio lacks what the journal brings in time.
  const bought = [
    fact(2, { kind: "deposit", amount: d("600") }),
    fact(2, buy),
    fact(3, { ...buy, folio: "01", shares: d("1"), price: d("20"), fees: d("0") }),
  ];
  const paid = fact(6, { kind: "dividend", security: "1", amount: d("30"), exOn: january(3) });
  const journal = fact(6, { kind: "cashJournal", amount: d("30"), toFolio: "01" });
  const promised = [paid as PromisedPayout, journal as CashJournal];
  const sources = { closes: prices, valuationDays };
  const due = computeRawData({ ...sources, facts: bought, promised });
  const booked = computeRawData({ ...sources, facts: [...bought, paid, journal] });
  const worth = (days: readonly ComputedDay[] | undefined) =>
    days?.map(({ on, valuation, cashFlows }) => [
      on,
      valuation && endValueOf(valuation),
      cashFlows,
      valuation?.advances,
    ]);
  for (const folio of ["01", "03"]) {
    expect(worth(due.get(folio)), folio).toEqual(worth(booked.get(folio)));
    const later = computeRawData({ ...sources, facts: bought, promised }, january(3));
    expect(worth(later.get(folio))).toEqual(
      worth(due.get(folio)?.filter(({ on }) => on > january(3))),
    );
  }
  // 20.00 of the journal is advanced on the third, in the folio that gives it below 0.
  expect(due.get("01")?.find(({ on }) => on === january(3))?.valuation?.advances).toBe(2_000n);
  expect(due.get("03")?.find(({ on }) => on === january(3))?.valuation?.advances).toBe(-2_000n);
});

test("days are estimated from the opening on which a folio holds what awaits shares", () => {
  const prices = closes({ 1: { 2: "50", 3: "25", 6: "26" }, 2: { 2: "9", 3: "9", 6: "9" } });
  const valuationDays = [2, 3, 6].map(january);
  const facts = [
    fact(2, { kind: "deposit", amount: d("5000") }),
    fact(2, buy),
    fact(2, { ...buy, folio: "04", security: "2" }),
    // Bought on the day on which it takes effect, and sold on that day.
    fact(3, { ...buy, folio: "05" }),
    fact(3, { ...buy, kind: "sell" }),
  ];
  const awaited: AwaitedShares = {
    kind: "awaitedShares",
    security: "1" as Id,
    tradeOn: january(3),
  };
  const days = computeRawData({ facts, closes: prices, valuationDays, promised: [awaited] });
  const marks = (folio: string) =>
    days.get(folio)?.map(({ valuation, stale }) => [valuation?.isEstimated, stale]);
  const late = [true, [{ security: "1", pricedOn: january(3), origin: "awaited" }]];
  expect(marks("03")).toEqual([[false, []], late, late]);
  const others = [...(marks("04") ?? []), ...(marks("05") ?? [])];
  expect(others.every(([isEstimated]) => isEstimated === false)).toBe(true);
});
