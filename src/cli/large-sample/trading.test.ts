// Checks that trading accounts have as many transactions and holdings as requested, that all of it
// loads without a problem, and that valuations agree with transactions and closes.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDatabase } from "../../../test/database.ts";
import {
  fixtureFolder,
  testContext,
  lastDayOfSample as today,
} from "../../../test/sample-template.ts";
import { loadOrder } from "../../loading/load-order.ts";
import { loadFolder } from "../../platform/bulk/apply/load-folder.ts";
import { type Reader, sql } from "../../platform/store/db.ts";
import { type FirmPlan, plannedAccounts, type Trading } from "./households.ts";
import { marketOf } from "./market.ts";
import { tradesOf } from "./trade-account.ts";
import { valuedDays } from "./unit-value-rows.ts";
import { writeFirm } from "./write-firm.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-trading-"));
});
afterAll(() => rm(root, { recursive: true }));

function planOf(trading: Trading, accounts = 40, days = 300): FirmPlan {
  return { accounts, days: valuedDays(days), seed: "7", folioValues: false, trading };
}

const usual: Trading = { holdings: 20, trades: 50, isValued: false };

function allTrades(plan: FirmPlan) {
  const market = marketOf(plan);
  return [...plannedAccounts(plan)].map((account) => [...tradesOf(plan, market, account)]);
}

describe.each([
  [20, 50, 300],
  [1, 2, 300],
  [3, 4, 1],
  [3, 40, 1],
  [5, 30, 3],
  [60, 61, 252],
  [20, 400, 800],
])("with %i holdings and %i transactions in %i days", (holdings, trades, days) => {
  const plan = planOf({ holdings, trades, isValued: false }, 30, days);
  const accounts = allTrades(plan);

  test("each account has exactly that many transactions, in order of day", () => {
    for (const of of accounts) {
      expect(of.length).toBe(trades);
      expect(of.map(({ at }) => at)).toEqual(of.map(({ at }) => at).toSorted((a, b) => a - b));
    }
  });

  test("each account holds exactly that many securities at the end, and no position is ever below 0", () => {
    for (const of of accounts) {
      const held = new Map<unknown, bigint>();
      for (const { security, shares = 0n } of of) {
        if (security === undefined) continue;
        const position = (held.get(security) ?? 0n) + shares;
        expect(position).toBeGreaterThan(0n);
        held.set(security, position);
      }
      expect(held.size).toBe(holdings);
    }
  });

  test("no account spends more cash than it has", () => {
    for (const of of accounts) {
      const cash = new Map<string, bigint>();
      for (const { folio, row, cash: moved = 0n } of of) {
        cash.set(folio, (cash.get(folio) ?? 0n) + moved);
        const { toFolioNumber } = row;
        if (toFolioNumber) cash.set(toFolioNumber, (cash.get(toFolioNumber) ?? 0n) - moved);
        expect(cash.get(folio)).toBeGreaterThanOrEqual(0n);
      }
    }
  });
});

test("every kind of transaction occurs, under every relief method", () => {
  const rows = allTrades(planOf(usual, 400)).flatMap((of) => of.map(({ row }) => row));
  expect(
    [...new Set(rows.map(({ transactionType }) => transactionType))].toSorted(),
  ).toMatchInlineSnapshot(`
      [
        "BUY",
        "CJL",
        "DEP",
        "DIV",
        "FEE",
        "INT",
        "REI",
        "SLE",
        "SPL",
        "TIN",
        "WDL",
      ]
    `);
  expect(rows.filter(({ namedLots }) => namedLots).length).toBeGreaterThan(10);
  expect(new Set(rows.map(({ reliefMethod }) => reliefMethod)).size).toBe(11);
});

/** The series of the generated accounts, a line a day. */
function selectSeries(db: Reader) {
  return db.rows(sql<{ readonly days: string }>`
    select account_number, folio_number, quarter_on, days
    from performance_quarter where account_number like 'RL%' order by 1, 2, 3`);
}

async function loaded<T>(plan: FirmPlan, then: (db: Reader) => Promise<T>): Promise<T> {
  const out = await mkdtemp(join(root, "firm-"));
  const files = await writeFirm(plan, fixtureFolder, out);
  const store = await newDatabase();
  try {
    const ctx = testContext(store.database);
    const report = await loadFolder(ctx, loadOrder, out, { today });
    expect(report.map(({ file }) => file).toSorted()).toEqual(
      (files || []).map(({ file }) => file),
    );
    const again = await loadFolder(ctx, loadOrder, out, { today });
    expect(again.filter(({ added, changed }) => added + changed > 0)).toEqual([]);
    return await then(store.database);
  } finally {
    await store.drop();
  }
}

describe("a firm that is loaded", () => {
  const small = { ...usual, trades: 70 };
  let computed: Awaited<ReturnType<typeof selectSeries>> = [];

  test("has wash sales, and no problem", async () => {
    computed = await loaded(planOf(small, 4, 60), async (db) => {
      const lots = await db.first(sql<{ washed: string }>`
        select count(*) as washed from closed_lot
        where account_number like 'RL%' and disallowed_loss > 0`);
      expect(Number(lots?.washed)).toBeGreaterThan(0);
      return selectSeries(db);
    });
    // Each account and its first folio have a series; one account has one of cash as well.
    const days = computed.reduce((sum, each) => sum + each.days.split("\n").length, 0);
    expect(days).toBe(9 * 60);
  });

  test("with valuations has the series that its transactions and closes give", async () => {
    const given = await loaded(planOf({ ...small, isValued: true }, 4, 60), selectSeries);
    expect(given).toEqual(computed);
  });
});

test("a firm of fewer accounts is the beginning of a larger one", async () => {
  const texts = await Promise.all(
    [20, 30].map(async (accounts) => {
      const out = await mkdtemp(join(root, "firm-"));
      await writeFirm(planOf({ ...usual, isValued: true }, accounts), fixtureFolder, out);
      const names = ["transactions.csv", "prices.csv", "valuations.csv"];
      return Promise.all(names.map((name) => readFile(join(out, name), "utf8")));
    }),
  );
  const [small = [], large = []] = texts;
  for (const [index, text] of small.entries()) expect(large[index]?.startsWith(text)).toBe(true);
});
