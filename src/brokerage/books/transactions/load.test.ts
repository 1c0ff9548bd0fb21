// The transactions that may be loaded, the facts of an account that follow, and that these are checked against the
// state after the whole load.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { selectFacts, selectFactsVersion } from "./reads.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

// It has no transactions in the sample firm; each test begins without any.
const account = "RA00000006";
let ids = 900_000;
beforeEach(async () => {
  await service.admin("delete from account_transaction where account_number = $1", [account]);
  await service.admin("update folio set performance_source = null where account_number = $1", [
    account,
  ]);
});

type Row = Readonly<Record<string, unknown>>;

/** A file of rows, each completed with the account, its folio 03 and a new id. */
function file(...rows: readonly Row[]): Record<string, string> {
  const whole = rows.map((row) => {
    ids += 1;
    const basics = { accountNumber: account, transactionId: ids };
    if (row.transactionType === "CXL") return { ...basics, ...row };
    return {
      ...basics,
      entryOrder: ids,
      folioNumber: `${account}03`,
      tradeDate: "2024-02-01",
      ...row,
    };
  });
  const given = whole.map((row) =>
    JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""))),
  );
  return { "transactions.ndjson": `${given.join("\n")}\n` };
}

async function problemsOf(...rows: readonly Row[]) {
  const error = await service.load(file(...rows)).then(
    () => undefined,
    (reason: unknown) => reason as LoadFault,
  );
  return error?.problems.map(({ line, column, reason }) => `${line} ${column ?? "-"}: ${reason}`);
}

const buy = { transactionType: "BUY", securityId: 601, shares: "10", price: "50" };
const sale = { transactionType: "SLE", securityId: 601, shares: "4", price: "60" };
const split = { transactionType: "SPL", securityId: 601, ratioNew: "2", ratioOld: "1" };
const deposit = { transactionType: "DEP", amount: "500.00" };

// bad-facts.test.ts has each reason by itself.
describe("a row by itself", () => {
  test("every fault of every row is reported", async () => {
    expect(
      await problemsOf({ ...buy, shares: "" }, { ...split, ratioNew: "0", ratioOld: "0" }),
    ).toEqual([
      "1 shares: A value is required (BUY, Buy).",
      "2 ratioNew: The ratio is zero.",
      "2 ratioOld: The ratio is zero.",
    ]);
  });
});

/** Loads rows and returns their ids. */
async function load(...rows: readonly Row[]): Promise<number[]> {
  const before = ids;
  await service.load(file(...rows));
  return rows.map((_, index) => before + 1 + index);
}

/** The transactions that opened what another one closed. */
async function closedBy(closing: number | undefined): Promise<string[]> {
  const { rows } = await service.admin(
    `select originating_transaction_id::text as id from closed_lot
     where account_number = $1 and closing_transaction_id = $2`,
    [account, closing],
  );
  return rows.map(({ id }) => id);
}

async function idsInForce(): Promise<number[]> {
  const { facts } = await selectFacts(service.db, account);
  return facts.map(({ transactionId }) => Number(transactionId));
}

describe("the state after the load", () => {
  const on = (row: Row, tradeDate: string, more: Row = {}) => ({ ...row, tradeDate, ...more });

  test("must have held what is sold", async () => {
    expect(
      await problemsOf(on(buy, "2024-02-01"), on({ ...sale, shares: "11" }, "2024-02-02")),
    ).toEqual([
      "2 shares: 11 of ACME are sold, 10 are held on 2024-02-02; short positions are not kept.",
    ]);
    expect(await problemsOf(on(sale, "2024-02-01"), on(buy, "2024-02-02"))).toEqual([
      "1 shares: 4 of ACME are sold, 0 are held on 2024-02-01; short positions are not kept.",
    ]);
    expect(await idsInForce()).toEqual([]);
  });

  test("does not depend on the order of the rows", async () => {
    const [second, first] = await load(on(sale, "2024-02-02"), on(buy, "2024-02-01"));
    expect(await idsInForce()).toEqual([first, second]);
  });

  test("limits a folio to its own shares", async () => {
    const other = on(sale, "2024-02-02", { folioNumber: `${account}02` });
    expect(await problemsOf(buy, other)).toEqual(["2 shares: The folio holds fewer shares."]);
    const journal = { transactionType: "SJL", securityId: 601, shares: "4" };
    await load(buy, { ...journal, toFolioNumber: `${account}02` }, other);
  });

  test("refuses a cancellation that leaves an accepted sale without shares", async () => {
    const [bought, sold] = await load(buy, on(sale, "2024-02-02"));
    expect(await problemsOf({ transactionType: "CXL", cancels: bought })).toEqual([
      `1 -: Transaction ${sold}, accepted before, could not be applied any more: 4 of ACME are sold, 0 are held on 2024-02-02; short positions are not kept.`,
    ]);
    expect(await idsInForce()).toEqual([bought, sold]);
    // Cancellation and replacement may be in one load.
    const [, replacement] = await load(
      { transactionType: "CXL", cancels: bought },
      on(buy, "2024-01-31"),
    );
    expect(await idsInForce()).toEqual([replacement, sold]);
  });

  test("refuses an accepted transaction with different figures, and accepts it again unchanged", async () => {
    const [id] = await load(buy);
    const entryOrder = id;
    const again = { ...buy, transactionId: id, entryOrder };
    expect(await problemsOf({ ...again, price: "51" })).toEqual([
      "1 transactionId: It was accepted with other figures; cancel it, or replace it by another.",
    ]);
    const version = await selectFactsVersion(service.db, account);
    await load({ ...again, shares: "10.00000", price: "50.0" });
    expect(await selectFactsVersion(service.db, account)).toBe(version);
  });

  test("refuses two transactions of one day with the same place", async () => {
    const [id] = await load({ ...deposit, entryOrder: 7 });
    expect(await problemsOf({ ...deposit, entryOrder: 7 })).toEqual([
      `1 entryOrder: Transaction ${id} of this day has the same place.`,
    ]);
    await load({ ...deposit, entryOrder: 7, replaces: id });
  });

  test("follows the name of a lot to what replaced it, and names what cancelled it", async () => {
    const [bought] = await load(buy);
    const [replacing] = await load({ ...buy, replaces: bought });
    const named = { ...on(sale, "2024-02-02"), namedLots: [`${bought}:4`] };
    const [sold] = await load(named);
    expect(await closedBy(sold)).toEqual([String(replacing)]);
    const [again] = await load({ ...buy, replaces: replacing });
    expect(await closedBy(sold)).toEqual([String(again)]);
    await load({ transactionType: "CXL", cancels: sold });
    const [cancelling] = await load({ transactionType: "CXL", cancels: again });
    await load(buy);
    expect(await problemsOf(named)).toEqual([
      `1 namedLots: Fewer shares are held of a named lot: 4 of ${bought} are named, 0 are open. ` +
        `Transaction ${bought} was cancelled by ${cancelling}.`,
    ]);
  });

  test("refuses named lots that are not there, and AVGC in a taxable account", async () => {
    const [id] = await load(buy);
    expect(await problemsOf({ ...sale, shares: "11", namedLots: [`${id}:11`] })).toEqual([
      "1 shares: 11 of ACME are sold, 10 are held on 2024-02-01; short positions are not kept.",
    ]);
    expect(await problemsOf({ ...sale, namedLots: ["77:4"] })).toEqual([
      "1 namedLots: Fewer shares are held of a named lot: 4 of 77 are named, 0 are open.",
    ]);
    expect(await problemsOf({ ...sale, reliefMethod: "AVGC" })).toEqual([
      "1 reliefMethod: The method is not for this kind of account.",
    ]);
  });
});

describe("a transaction that is taken back", () => {
  test("stays on record and no longer counts as a fact", async () => {
    const [first] = await load(deposit);
    const [second] = await load({ ...deposit, amount: "600.00", replaces: first });
    expect(await idsInForce()).toEqual([second]);
    await load({ transactionType: "CXL", cancels: second });
    // A replaced transaction stays replaced.
    expect(await idsInForce()).toEqual([]);
    const { rows } = await service.admin(
      "select count(*)::int as count from account_transaction where account_number = $1",
      [account],
    );
    expect(rows).toEqual([{ count: 3 }]);
  });

  test("is taken back once, is no cancellation, and does not take itself back", async () => {
    const [first] = await load(deposit);
    const [cancelled] = await load({ transactionType: "CXL", cancels: first });
    expect(await problemsOf({ transactionType: "CXL", cancels: first })).toEqual([
      "1 cancels, replaces: Another transaction has cancelled or replaced it.",
    ]);
    expect(await problemsOf({ transactionType: "CXL", cancels: cancelled })).toEqual([
      "1 cancels: It names a cancellation.",
    ]);
    expect(await problemsOf({ ...deposit, replaces: ids + 1 })).toEqual([
      "1 replaces: A transaction cannot take itself back.",
    ]);
    expect(
      await problemsOf({ ...deposit, replaces: ids + 2 }, { ...deposit, replaces: ids + 1 }),
    ).toEqual([
      "1 replaces: It takes back what takes it back.",
      "2 replaces: It takes back what takes it back.",
    ]);
  });
});

describe("facts", () => {
  test("of one day are ordered events first, then by entry", async () => {
    const dividend = { ...deposit, transactionType: "DIV", securityId: 601 };
    await load({ ...buy, tradeDate: "2024-01-31" });
    await load(
      { ...sale, entryOrder: 1 },
      { ...deposit, entryOrder: 3 },
      { ...dividend, entryOrder: 2 },
      { ...split, entryOrder: 9, folioNumber: "" },
      { ...split, entryOrder: 8, folioNumber: "", ratioNew: "3" },
    );
    const { facts } = await selectFacts(service.db, account);
    expect(facts.map(({ kind, entryOrder }) => `${kind} ${entryOrder}`).slice(1)).toEqual([
      "split 8",
      "split 9",
      "sell 1",
      "dividend 2",
      "deposit 3",
    ]);
  });

  test("keep the method and rates with which they were first accepted, replaced or not", async () => {
    const set = (method: string, rate: string) =>
      service.admin(
        `update account set default_tax_lot_selection = $2, short_term_tax_rate = $3
         where account_number = $1`,
        [account, method, rate],
      );
    const methods = async () =>
      (await selectFacts(service.db, account)).lotFacts.map((fact) =>
        "shortTermTaxRate" in fact
          ? `${fact.method ?? `kept ${fact.keptMethod}`} ${fact.shortTermTaxRate}`
          : fact.kind,
      );
    await set("LIFO", "30");
    await load({ ...buy, tradeDate: "2024-01-31" });
    const [first] = await load(sale);
    await set("HGLL", "25");
    const tradeDate = "2024-02-02";
    await load({ ...sale, shares: "1", tradeDate, reliefMethod: "FIFO" });
    expect(await methods()).toEqual(["buy", "kept LIFO 30", "FIFO 25"]);
    const [replacement] = await load({ ...sale, shares: "5", replaces: first });
    await load({ ...sale, shares: "3", replaces: replacement });
    expect(await methods()).toEqual(["buy", "kept LIFO 30", "FIFO 25"]);
  });

  test("carry what each type says, a payout after taxes and a last close without a price", async () => {
    await service.load({ "prices.csv": "securityId,date,close\n602,2024-02-02,12.5\n" });
    await load(
      {
        ...buy,
        transactionType: "TIN",
        price: "",
        securityId: 602,
        lots: [
          {
            shares: "10",
            originalAcquisitionDate: "2009-05-04",
            covered: "N",
            giftDate: "2020-05-04",
            giftMarketValue: "80.5",
          },
        ],
      },
      { transactionType: "TOT", securityId: 602, shares: "1", tradeDate: "2024-02-02" },
      { ...deposit, transactionType: "DIV", foreignTaxWithholding: "75", exDate: "2024-01-30" },
      { ...deposit, transactionType: "FEE", feePaidBy: `${account}01` },
      { ...deposit, transactionType: "INT", amount: "-7.50" },
      { ...deposit, transactionType: "ADM", amount: "12.00" },
    );
    const { lotFacts, cashFacts } = await selectFacts(service.db, account);
    expect(lotFacts).toMatchObject([
      {
        kind: "transferIn",
        security: "602",
        shares: "10",
        lots: [
          {
            shares: "10.00000",
            originalOn: "2009-05-04",
            isCovered: false,
            giftOn: "2020-05-04",
            giftMarketValue: "80.50",
          },
        ],
      },
      { kind: "transferOut", lastClose: "12.500000", folio: `${account}03` },
    ]);
    expect(cashFacts).toMatchObject([
      { kind: "dividend", amount: "425.00", exOn: "2024-01-30" },
      { kind: "fee", paidBy: { folio: `${account}01` } },
      { kind: "interest", amount: "-7.50" },
      { kind: "expense", amount: "12.00" },
    ]);
  });

  test("name a lot of a transfer in by its place, and are the same when loaded again", async () => {
    const lots = [
      { shares: "4", originalAcquisitionDate: "2009-05-04" },
      { shares: "6", originalAcquisitionDate: "2010-05-04" },
    ];
    const arrival = { ...buy, transactionType: "TIN", price: "", lots };
    const [delivered] = await load(arrival);
    const namedLots = [`${delivered}:1`, `${delivered}/2:3`];
    const [sold] = await load({ ...sale, tradeDate: "2024-02-02", namedLots });
    const { lotFacts } = await selectFacts(service.db, account);
    const transactionId = String(delivered);
    expect(lotFacts[1]).toMatchObject({
      namedLots: [
        { transactionId, shares: "1.00000" },
        { transactionId, place: "2", shares: "3.00000" },
      ],
    });
    const { rows } = await service.admin(
      `select share_quantity::text as shares, original_acquisition_on::text as day from closed_lot
       where account_number = $1 and closing_transaction_id = $2 order by day`,
      [account, sold],
    );
    expect(rows).toEqual([
      { shares: "1.00000", day: "2009-05-04" },
      { shares: "3.00000", day: "2010-05-04" },
    ]);
    const again = { ...sale, tradeDate: "2024-02-02", namedLots, transactionId: sold };
    const report = await service.load(file({ ...again, entryOrder: sold }));
    expect(report).toMatchObject([{ added: 0, changed: 0 }]);
  });

  test("carry the taxes withheld: a payout is less by each of them, a sale names each", async () => {
    const taxes = {
      federalTaxWithholding: "1.00",
      stateTaxWithholding: "2.00",
      withholdingState: "CA",
      foreignTaxWithholding: "4.00",
      withholdingCountry: "DE",
    };
    await load(buy, { ...sale, ...taxes }, { ...deposit, ...taxes, transactionType: "DIV" });
    const { lotFacts, cashFacts } = await selectFacts(service.db, account);
    expect(lotFacts[1]).toMatchObject({ kind: "sell", ...taxes });
    expect(cashFacts).toMatchObject([{ kind: "dividend", amount: "493.00" }]);
    expect(cashFacts[0]).not.toHaveProperty("stateTaxWithholding");
  });

  test("change their version with transactions and valuations, and only then", async () => {
    const version = () => selectFactsVersion(service.db, account);
    const before = BigInt(await version());
    await load(deposit, { ...deposit, amount: "1" });
    expect(await version()).toBe(String(before + 1n));
    const valuations = {
      "valuations.csv": `accountNumber,folioNumber,date,marketValue\n${account},${account}02,2024-02-01,501.00\n`,
    };
    await service.load(valuations);
    expect(await version()).toBe(String(before + 2n));
    await service.load(valuations);
    expect(await version()).toBe(String(before + 2n));
  });
});
