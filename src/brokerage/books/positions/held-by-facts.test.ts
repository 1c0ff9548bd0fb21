// Checks what folios hold, and its last prices, against the raw data computed from the same facts.

import { type CashFact, type Closes, computeRawData, type PriceSource } from "@bursar/performance";
import type { LotFact } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type HeldPosition, heldByFacts } from "./held-by-facts.ts";
import { worthOf } from "./valued-holdings.ts";

type Fact = LotFact | CashFact;

const securities = ["1", "2", "3"] as Id[];
const folios = ["A", "B"];
const dayOf = (number: number) => `2025-03-${String(number).padStart(2, "0")}` as Day;
const lastOn = dayOf(20);

const security = fc.constantFrom(...securities);
const folio = fc.constantFrom(...folios);
const shares = fc.integer({ min: 1, max: 10_000_000 }).map((units) => `${units / 100_000}`);
const amount = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => `${cents / 100}`);
const ratio = fc.integer({ min: 1, max: 7 }).map(String);

const event = fc.oneof(
  fc.record({ kind: fc.constant("buy"), folio, security, shares, netAmount: amount }),
  fc.record({ kind: fc.constant("split"), security, ratioNew: ratio, ratioOld: ratio }),
  fc.record({ kind: fc.constant("symbolChange"), security, intoSecurity: security }),
  fc.record({ kind: fc.constant("deposit"), folio, amount }),
);
const history = fc.array(fc.tuple(fc.integer({ min: 1, max: 19 }), event), { maxLength: 14 });

const closes = fc.array(
  fc.record({
    security,
    on: fc.integer({ min: 1, max: 19 }),
    close: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  }),
  { maxLength: 12 },
);

function factsOf(events: readonly [number, object][]): Fact[] {
  const isEvent = ({ kind }: Fact) => kind === "split" || kind === "symbolChange";
  return events
    .map(([day, fact], index) => ({
      transactionId: String(index + 1),
      entryOrder: index,
      tradeOn: dayOf(day),
      ...fact,
    }))
    .map((fact) => fact as unknown as Fact)
    .filter((fact) => fact.kind !== "symbolChange" || fact.security !== fact.intoSecurity)
    .toSorted((a, b) =>
      a.tradeOn === b.tradeOn
        ? Number(isEvent(b)) - Number(isEvent(a)) || a.entryOrder - b.entryOrder
        : a.tradeOn < b.tradeOn
          ? -1
          : 1,
    );
}

/** The newest close of any source, as the read finds it in the store. */
function lastPriceOf(sources: readonly PriceSource[], known: ReadonlyMap<Id, Closes>) {
  const found = sources.flatMap((source) => {
    const { security, since = "", before = "9999", numerator, denominator } = source;
    const last = known.get(security)?.findLast(({ on }) => on >= since && on < before);
    const factor = 1_000_000n;
    return last ? [{ on: last.on, numerator: last.close * numerator, denominator, factor }] : [];
  });
  return found.reduce<(typeof found)[number] | undefined>(
    (newest, price) => (newest && newest.on >= price.on ? newest : price),
    undefined,
  );
}

function worthOfFolio(positions: readonly HeldPosition[], cash: bigint, known: Map<Id, Closes>) {
  let value = cash;
  for (const { shares, priceSources } of positions) {
    const price = lastPriceOf(priceSources, known);
    if (price === undefined) return undefined;
    value += worthOf(shares, price);
  }
  return value;
}

test("each folio is worth what its raw data says on the last day, across splits and new symbols", () => {
  fc.assert(
    fc.property(history, closes, (events, given) => {
      const facts = factsOf(events);
      const known = new Map<Id, Closes>();
      for (const { security, on, close } of given.toSorted((a, b) => a.on - b.on)) {
        const before = (known.get(security) ?? []).filter((each) => each.on !== dayOf(on));
        known.set(security, [...before, { on: dayOf(on), close }]);
      }
      const days = new Set([...given.map(({ on }) => dayOf(on)), lastOn]);
      const raw = computeRawData({ facts, closes: known, valuationDays: [...days].toSorted() });
      const held = heldByFacts(facts);
      for (const folio of folios) {
        const expected = raw.get(folio)?.findLast(({ on }) => on === lastOn)?.valuation;
        const positions = held.positions.filter(({ folioNumber }) => folioNumber === folio);
        const cash = held.cash.find(({ folioNumber }) => folioNumber === folio)?.cents ?? 0n;
        const isNamed = facts.some((fact) => "folio" in fact && fact.folio === folio);
        const value = isNamed ? worthOfFolio(positions, cash, known) : undefined;
        // Raw data also uses prices of trades where a security has no close.
        if (isNamed && value === undefined) expect(expected?.isEstimated ?? true).toBe(true);
        else expect(value).toBe(expected?.marketValue);
      }
    }),
    { numRuns: 2000, seed: 20_250_301 },
  );
});

test("a price before a split is multiplied by old / new, and a source without days is left out", () => {
  const split = (on: number, ratioNew: string, ratioOld: string) =>
    [on, { kind: "split", security: "1", ratioNew, ratioOld }] as [number, object];
  const facts = factsOf([
    [1, { kind: "buy", folio: "A", security: "1", shares: "10" as Decimal, netAmount: "1" }],
    split(3, "3", "8"),
    split(3, "2", "1"),
    split(5, "10", "1"),
  ]);
  expect(heldByFacts(facts).positions).toEqual([
    {
      folioNumber: "A",
      securityId: "1",
      shares: 7_500_000n, // 10 × 3 / 8 × 2 × 10 = 75
      priceSources: [
        { security: "1", since: dayOf(5), numerator: 1n, denominator: 1n },
        { security: "1", since: dayOf(3), before: dayOf(5), numerator: 1n, denominator: 10n },
        { security: "1", before: dayOf(3), numerator: 2n, denominator: 15n },
      ],
    },
  ]);
});

test("a trade at a quotation is paid for by its factor, over a change of symbol a price by old / new", () => {
  const facts = factsOf([
    [1, { kind: "buy", folio: "A", security: "1", shares: "10000" as Decimal, price: "98.50" }],
    [3, { kind: "symbolChange", security: "1", intoSecurity: "2" }],
  ]);
  const { positions, cash } = heldByFacts(facts, new Map([["1" as Id, "0.01" as Decimal]]));
  expect(cash).toEqual([{ folioNumber: "A", cents: -985_000n }]); // 10000 × 98.50 × 0.01
  expect(positions.map(({ priceSources }) => priceSources)).toEqual([
    [
      { security: "2", since: dayOf(3), numerator: 1n, denominator: 1n },
      { security: "2", before: dayOf(3), numerator: 1n, denominator: 1n },
      { security: "1", before: dayOf(3), numerator: 1n, denominator: 100n },
    ],
  ]);
});
