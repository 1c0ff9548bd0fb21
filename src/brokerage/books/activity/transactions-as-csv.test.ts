// Transactions as CSV: what is written loads back unchanged, whatever it says.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { DateRange } from "../../../values/date-range.ts";
import { refuseTooMany, transactionsAsCsv } from "./transactions-as-csv.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const path = `/restapi/accounts/${account}/transactions`;
async function csv(query: string, under = path): Promise<string> {
  const response = await service.call("adviser", "GET", `${under}?format=csv&${query}`);
  expect([response.status, response.headers["content-type"]]).toEqual([
    200,
    "text/csv; charset=utf-8",
  ]);
  return response.text;
}
/** The columns of a file that have anything, line by line. */
const idsOf = (text: string) =>
  text
    .split("\n")
    .slice(1, -1)
    .map((line) => line.split(",")[1]);

test("the transactions of all accounts change nothing when they are loaded back", async () => {
  const text = await csv("daterange=10y", "/restapi/transactions");
  expect(idsOf(text).length).toBeGreaterThan(60);
  expect(await service.load({ "transactions.csv": text })).toMatchObject([
    { added: 0, changed: 0 },
  ]);
});

test("every status is written, the oldest first, and what rows of the range take back comes along", async () => {
  const notes = 'said: "no", = 5; ends with a comma,';
  const row = (transactionId: string, tradeDate: string, columns: object) => {
    const common = {
      transactionId,
      tradeDate,
      folioNumber: `${account}03`,
      entryOrder: transactionId,
    };
    return { ...common, ...columns };
  };
  const transactions = [
    row("1", "2026-01-05", {
      transactionType: "DEP",
      amount: "100",
      notes,
      method: "WIRE",
      availableOn: "2026-01-09",
    }),
    row("2", "2026-01-06", {
      transactionType: "BUY",
      securityId: "601",
      shares: "1.5",
      price: "40",
    }),
    row("3", "2026-02-05", { transactionType: "DEP", amount: "150", replaces: "1" }),
    row("4", "2026-02-06", {
      transactionType: "SLE",
      securityId: "601",
      shares: "1",
      price: "40",
      namedLots: ["2:1"],
    }),
    row("5", "2026-02-06", {
      transactionType: "DIV",
      amount: "1",
      eventId: "a,b",
      incomeKind: "section199A",
      taxYear: "2025",
    }),
    { transactionId: "6", transactionType: "CXL", cancels: "5" },
    row("7", "2026-02-07", { transactionType: "WDL", amount: "5", reverses: "3" }),
  ];
  const booked = await service.call("operator", "POST", path, { transactions });
  expect(booked.text).toBe("");
  const all = await csv("");
  expect(idsOf(all)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect(all).toContain('"said: ""no"", = 5; ends with a comma,"');
  expect(all.split("\n")[6]).toMatch(/^RA00000006,6,CXL,+5,$/);
  expect(idsOf(await csv("daterange=2026-02-05,2026-02-06"))).toEqual(["1", "3", "4", "5", "6"]);
  const ofFolio = await csv(
    "daterange=2026-02-05,2026-02-06",
    `/restapi/accounts/${account}/folios/${account}01/transactions`,
  );
  expect(idsOf(ofFolio)).toEqual([]);
  expect(await service.load({ "transactions.csv": all })).toMatchObject([{ added: 0, changed: 0 }]);
});

test("text that a spreadsheet would run has an apostrophe before it, and loads back to the letter", async () => {
  const words = [
    ["=1+1", "'=1+1"],
    ["-5", "'-5"],
    ["+1 day; =x", "'+1 day; '=x"],
    ["'=1", "''=1"],
    [" @sum", " '@sum"],
    ["＝1|－1", "'＝1|'－1"],
    ["it's due; 'later'", "it's due; 'later'"],
    ["a-b = c", "a-b = c"],
    ['-"5",', '"\'-""5"","'],
  ];
  const of = "RA00000001";
  const transactions = words.map(([notes], at) => ({
    transactionId: `${701 + at}`,
    transactionType: "DEP",
    tradeDate: "2026-01-08",
    folioNumber: `${of}01`,
    amount: "1",
    notes,
    eventId: "=9",
  }));
  const to = `/restapi/accounts/${of}/transactions`;
  const booked = await service.call("operator", "POST", to, { transactions });
  expect(booked.text).toBe("");
  const text = await csv("daterange=2026-01-08,2026-01-08", to);
  const lines = text.split("\n").slice(1, -1);
  expect(lines).toHaveLength(words.length);
  for (const [at, [, written]] of words.entries()) expect(lines[at]).toContain(`,${written},'=9,`);
  expect(await service.load({ "transactions.csv": text })).toMatchObject([
    { added: 0, changed: 0 },
  ]);
});

test("an older version is written as it was, and one ahead of the present is refused", async () => {
  await service.load({
    "transactions.csv": "accountNumber,transactionId,transactionType,cancels\nRA00000006,8,CXL,7\n",
  });
  expect(idsOf(await csv(""))).toContain("8");
  expect(idsOf(await csv("asofversion=1"))).not.toContain("8");
  const refused = await service.call("adviser", "GET", `${path}?format=csv&asofversion=99`);
  expect(refused.body).toMatchObject([{ errorCode: "invalid.asofversion" }]);
});

test("pieces of any size are the same file", async () => {
  const range = { from: "2026-02-01", to: "2026-02-28" } as DateRange;
  const accounts = ["RA00000001", account, "RB00000001"];
  const next = async (after: string) => accounts.filter((number) => number > after).slice(0, 2);
  const written = async (rowsAtOnce?: number) =>
    (await Array.fromAsync(transactionsAsCsv(service.db, next, range, rowsAtOnce))).join("");
  const whole = await written();
  expect(idsOf(whole).length).toBeGreaterThan(6);
  for (const size of [1, 2, 3]) expect(await written(size)).toBe(whole);
});

test("more rows than a file has are refused before the first line is written", async () => {
  const range = { from: "2026-01-01", to: "2026-01-31" } as DateRange;
  const ofAccount = async (after: string) => (after === "" ? [account] : []);
  // Deposit 1 and purchase 2 are of January; what took the deposit back is of February.
  await expect(refuseTooMany(service.db, ofAccount, range, 2)).resolves.toBeUndefined();
  await expect(refuseTooMany(service.db, ofAccount, range, 1)).rejects.toMatchObject({
    status: 400,
    problems: [{ errorCode: "transaction.size.rule" }],
  });
  // Both are of folio 03: a file of another folio has none of them.
  const ofFolio = (number: string) =>
    refuseTooMany(service.db, ofAccount, { ...range, folioNumber: `${account}${number}` }, 0);
  await expect(ofFolio("01")).resolves.toBeUndefined();
  await expect(ofFolio("03")).rejects.toThrow();
  const ofTwo = async (after: string) => ({ "": [account], [account]: [account] })[after] ?? [];
  await expect(refuseTooMany(service.db, ofTwo, range, 3)).rejects.toThrow();
});
