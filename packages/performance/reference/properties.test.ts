// Properties of every account, whatever happened to it. (docs/performance.md)
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSame, total } from "../../tax-lots/reference/rational.ts";
import { rawDaysOf, sumOfFolios } from "../src/account-sum.ts";
import { beforeFirstDay, chainDays, endValueOf, type RawDay } from "../src/chain.ts";
import { computeRawData, type RawSources } from "../src/raw-data.ts";
import { cashFlowsOf } from "./facts.ts";
import { sourcesOf } from "./lines.ts";
import { type Portfolio, portfolios } from "./portfolios.ts";
import { givenDays } from "./valuations.ts";

interface Computed {
  readonly account: readonly RawDay[];
  readonly folios: ReadonlyMap<string, readonly RawDay[]>;
}

function computed(sources: RawSources): Computed {
  const days = computeRawData(sources);
  return {
    account: sumOfFolios([...days.values()]),
    folios: new Map([...days].map(([folio, each]) => [folio, rawDaysOf(each)])),
  };
}

test("no unit is below 0, and the net return is above gross on days of refunds alone", () => {
  fc.assert(
    fc.property(givenDays, (folios) => {
      const days = sumOfFolios([...folios.values()]);
      for (const [at, unit] of chainDays(beforeFirstDay, days).units.entries()) {
        const { gross = 0n, net = 0n, grossReturn = 0n, netReturn = 0n } = unit;
        expect(0n <= net && 0n <= gross).toBe(true);
        if (netReturn > grossReturn) expect(days[at]?.fees).toBeLessThan(0n);
      }
    }),
    { numRuns: 500, seed: 11 },
  );
});

/** The days after which nothing waits: the account is valued, and every folio that has begun. */
function wholeDaysOf({ account, folios }: Computed, sources: RawSources) {
  const begun = computeRawData(sources);
  return account
    .map(({ on }) => on)
    .filter((on) =>
      [...begun].every(
        ([folio, [first]]) =>
          (first?.on ?? on) > on || folios.get(folio)?.some((day) => day.on === on),
      ),
    );
}

test("continuing after any whole day gives what one run gives, in raw data, sums and units", () => {
  fc.assert(
    fc.property(portfolios(20), fc.nat(), (portfolio, draw) => {
      const sources = sourcesOf(portfolio);
      const full = computed(sources);
      const days = wholeDaysOf(full, sources);
      const after = days[draw % Math.max(days.length, 1)];
      if (after === undefined) return;
      const rest = computeRawData(sources, after);
      const valueAt = (folio: string) => {
        const day = full.folios.get(folio)?.find(({ on }) => on === after);
        return day && endValueOf(day);
      };
      // A folio may be valued on no day from then on.
      const names = [...new Set([...full.folios.keys(), ...rest.keys()])];
      const account = sumOfFolios(
        names.map((folio) => rest.get(folio) ?? []),
        names.map(valueAt),
      );
      const series = [
        [full.account, account],
        ...[...full.folios].map(([folio, all]) => [all, rawDaysOf(rest.get(folio) ?? [])]),
      ] as const;
      for (const [all = [], later = []] of series) {
        expect(later).toEqual(all.filter(({ on }) => on > after));
        const { end } = chainDays(
          beforeFirstDay,
          all.filter(({ on }) => on <= after),
        );
        const { units } = chainDays(beforeFirstDay, all);
        expect(chainDays(end, later).units).toEqual(units.filter(({ on }) => on > after));
      }
    }),
    { numRuns: 400, seed: 12 },
  );
});

test("an account's values are those of its folios together", () => {
  fc.assert(
    fc.property(portfolios(20), (portfolio) => {
      const { account, folios } = computed(sourcesOf(portfolio));
      for (const day of account) {
        const parts = [...folios.values()].flat().filter(({ on }) => on === day.on);
        const sum = parts.reduce((total, part) => total + endValueOf(part), 0n);
        expect(endValueOf(day)).toBe(sum);
      }
    }),
    { numRuns: 300, seed: 13 },
  );
});

test("advances move flows to the day of a purchase, and none is outstanding in the end", () => {
  fc.assert(
    fc.property(portfolios(12), (portfolio) => {
      const flows = portfolio.facts.flatMap(cashFlowsOf);
      for (const [folio, days] of computeRawData(sourcesOf(portfolio))) {
        const own = flows.filter((flow) => flow.folio === folio).map(({ amount }) => amount);
        const cents = days.reduce((sum, { cashFlows }) => sum + cashFlows, 0n);
        expect({ n: cents, d: 100n }).toSatisfy((all) => isSame(all, total(own)));
        const last = days.at(-1);
        const isOver = portfolio.facts.every(({ tradeOn }) => tradeOn <= (last?.on ?? ""));
        if (isOver && last?.valuation) expect(last.valuation.advances).toBe(0n);
      }
    }),
    { numRuns: 400, seed: 16 },
  );
});

test("a late deposit changes no day before the payment periods that it lies in", () => {
  const lateOn = "2025-01-08";
  fc.assert(
    fc.property(portfolios(12), fc.integer({ min: 1, max: 900_000 }), (portfolio, amount) => {
      const settled = { ...portfolio, facts: portfolio.facts.map(unsettled) };
      const late = { ...base(999, 8), folio: "03", kind: "deposit", amount: `${amount}.00` };
      const facts = [...settled.facts, late as never];
      const before = computed(sourcesOf(settled)).folios;
      const after = computed(sourcesOf({ ...settled, facts })).folios;
      // A purchase of 2 January settles on the 3rd, and two business days later it is the 7th.
      const early = (days: readonly RawDay[] = []) => days.filter(({ on }) => on < "2025-01-03");
      expect(late.tradeOn).toBe(lateOn);
      for (const folio of after.keys()) {
        expect(early(after.get(folio))).toEqual(early(before.get(folio)));
      }
    }),
    { numRuns: 300, seed: 17 },
  );
});

const unsettled = (fact: Portfolio["facts"][number]) => {
  const { settlementOn: _, ...rest } = fact as { settlementOn?: string };
  return rest as typeof fact;
};

const base = (at: number, day: number) => ({
  transactionId: String(at),
  entryOrder: at,
  tradeOn: `2025-01-${String(day).padStart(2, "0")}`,
});

test("moves of cash and shares between folios change nothing in the account", () => {
  const move = fc.record({
    day: fc.integer({ min: 3, max: 12 }),
    isCash: fc.boolean(),
    isBack: fc.boolean(),
    count: fc.integer({ min: 1, max: 9 }),
  });
  const prices = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 11, maxLength: 11 });
  fc.assert(
    fc.property(prices, fc.array(move, { maxLength: 12 }), (closes, moves) => {
      const held = { kind: "transferIn", security: "601", shares: "200.5", lots: [] };
      const start = ["03", "04"].flatMap((folio, at) => [
        { ...base(2 * at, 2), folio, kind: "deposit", amount: "900.00" },
        { ...base(2 * at + 1, 2), folio, ...held },
      ]);
      const moved = moves.map(({ day, isCash, isBack, count }, at) => ({
        ...base(10 + at, day),
        folio: isBack ? "04" : "03",
        toFolio: isBack ? "03" : "04",
        ...(isCash
          ? { kind: "cashJournal", amount: `${count}.17` }
          : { kind: "shareJournal", security: "601", shares: `${count}.125` }),
      }));
      const written = closes.map((close, at) => ({
        security: "601",
        on: base(0, at + 2).tradeOn,
        close: `${close}.00`,
      }));
      const run = (facts: readonly object[]) =>
        computed(sourcesOf({ facts: facts as never, closes: written })).account;
      // Each folio rounds its part of a position, so that the sum of two may be a cent off.
      const still = run(start);
      const with_ = run([...start, ...moved]);
      const cent = (a: bigint, b: bigint) => a - b <= 1n && b - a <= 1n;
      with_.forEach((day, at) => {
        const same = still[at];
        expect(same?.on).toBe(day.on);
        expect(cent(day.marketValue, same?.marketValue ?? 0n)).toBe(true);
        expect(cent(day.securityFlows, same?.securityFlows ?? 0n)).toBe(true);
        expect(day.cashFlows).toBe(same?.cashFlows);
      });
    }),
    { numRuns: 200, seed: 14 },
  );
});

test("a whole-number split changes nothing of the series", () => {
  const days = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 11, maxLength: 11 });
  const splitOn = fc.integer({ min: 3, max: 12 });
  fc.assert(
    fc.property(days, splitOn, fc.integer({ min: 2, max: 10 }), (prices, day, ratio) => {
      const facts = [
        { ...base(1, 2), folio: "03", kind: "deposit", amount: "5000.00" },
        { ...base(2, 2), folio: "03", kind: "buy", security: "601", shares: "12.5", price: "100" },
        { ...base(3, 2), folio: "04", kind: "inheritance", security: "601", shares: "3.00001" },
      ];
      const split = { ...base(4, day), kind: "split", security: "601", ratioOld: "1" };
      const closes = (isSplit: boolean) =>
        prices.flatMap((price, at) => {
          if (price % 4 === 0 && at > 0)
            return [{ security: "699", on: base(0, at + 2).tradeOn, close: "1" }];
          const close = isSplit && at + 2 >= day ? price : price * ratio;
          return [{ security: "601", on: base(0, at + 2).tradeOn, close: String(close) }];
        });
      const still = computed(sourcesOf({ facts: facts as never, closes: closes(false) }));
      const all = [...facts, { ...split, ratioNew: String(ratio) }] as never;
      expect(computed(sourcesOf({ facts: all, closes: closes(true) }))).toEqual(still);
    }),
    { numRuns: 300, seed: 15 },
  );
});
