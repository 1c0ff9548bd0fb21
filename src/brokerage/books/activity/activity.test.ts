// Activity over HTTP: what each transaction moves in which folio, the cash behind it, pages that show one
// version, filters and refusals.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestResponse, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000006";
const one = `${account}03`;
const two = `${account}01`;
const path = `/restapi/accounts/${account}/transactions`;
const everything = "daterange=2020-01-01,2026-12-31";
const list = (query: string, caller: "adviser" | "operator" = "adviser") =>
  service.call(caller, "GET", `${path}?${query}`);
let entryOrder = 0;
async function book(...rows: readonly object[]): Promise<void> {
  const transactions = rows.map((row) => {
    entryOrder += 1;
    const common = { folioNumber: one, entryOrder: String(entryOrder), tradeDate: "2026-02-02" };
    return { ...common, ...row };
  });
  const response = await service.call("operator", "POST", path, { transactions });
  expect(response.text).toBe("");
}
const place = { folioNumber: undefined, entryOrder: undefined, tradeDate: undefined };
/** Entries as short lines: type, folio, shares, net, cash behind. */
const linesOf = ({ body }: TestResponse) =>
  body.map((entry: Record<string, string | null>) =>
    [
      entry.transactionId,
      entry.transactionCode,
      entry.folioNumber?.slice(-2) ?? "-",
      entry.quantity ?? "-",
      entry.net,
      entry.cashAfter ?? "-",
    ].join(" "),
  );
const nextOf = ({ headers }: TestResponse) =>
  /<http:\/\/bursar\.test[^?]+\?([^>]+)>/.exec(`${headers.link}`)?.[1];

test("each transaction is shown in every folio that it moves, with the cash behind it", async () => {
  await book(
    { transactionId: "1", transactionType: "DEP", amount: "5000", method: "ACH", notes: "first" },
    {
      transactionId: "2",
      transactionType: "BUY",
      securityId: "601",
      shares: "40",
      price: "50",
      fees: "1.95",
    },
    { transactionId: "3", transactionType: "CJL", toFolioNumber: two, amount: "500" },
    {
      transactionId: "4",
      transactionType: "SJL",
      toFolioNumber: two,
      securityId: "601",
      shares: "10",
    },
    { transactionId: "5", transactionType: "FEE", feePaidBy: two, amount: "25" },
    { transactionId: "6", transactionType: "FEE", feePaidBy: "outside", amount: "10" },
    {
      transactionId: "7",
      transactionType: "DIV",
      amount: "14",
      federalTaxWithholding: "3.36",
      incomeKind: "qualified",
      eventId: "4302",
    },
    {
      transactionId: "8",
      transactionType: "SPL",
      tradeDate: "2026-02-03",
      folioNumber: undefined,
      securityId: "601",
      ratioNew: "3",
      ratioOld: "2",
    },
    {
      transactionId: "9",
      transactionType: "ROC",
      tradeDate: "2026-02-03",
      folioNumber: undefined,
      securityId: "601",
      amount: "0.61",
    },
    {
      transactionId: "10",
      transactionType: "SLE",
      tradeDate: "2026-02-03",
      securityId: "601",
      shares: "15",
      price: "40",
    },
  );
  const response = await list(everything);
  expect(linesOf(response)).toEqual([
    "10 SLE 03 -15.00000 600.00 3109.15", // 2,509.15 + 600
    "9 ROC 01 - 0.15 475.15", // 0.61 × 15 ÷ 60, by largest remainder
    "9 ROC 03 - 0.46 2509.15",
    "8 SPL 01 5.00000 0.00 475.00",
    "8 SPL 03 15.00000 0.00 2508.69",
    "7 DIV 03 - 10.64 2508.69", // 14 − 3.36
    "6 FEE 03 - 0.00 2498.05",
    "5 FEE 01 - -25.00 475.00",
    "5 FEE 03 - 0.00 2498.05",
    "4 SJL 01 10.00000 0.00 500.00",
    "4 SJL 03 -10.00000 0.00 2498.05",
    "3 CJL 01 - 500.00 500.00",
    "3 CJL 03 - -500.00 2498.05",
    "2 BUY 03 40.00000 -2001.95 2998.05",
    "1 DEP 03 - 5000.00 5000.00",
  ]);
  expect(response.headers["x-as-of-version"]).toBe("1");
  expect(response.body[5]).toEqual({
    accountId: account,
    folioNumber: one,
    folioName: "Core index",
    toFolioNumber: null,
    transactionId: "7",
    transactionCode: "DIV",
    transactionDesc: "Dividend",
    categoryName: "Income",
    subCategoryName: "DIVIDEND",
    date: "2026-02-02T00:00:00.000-05:00",
    ticker: null,
    symbolName: null,
    security: null,
    quantity: null,
    price: null,
    commission: null,
    fees: null,
    accruedInterest: null,
    net: "10.64",
    marketNet: null,
    marketPrice: null,
    withholding: { federal: "3.36", state: null, foreign: null },
    notes: null,
    settlementDate: "2026-02-02T00:00:00.000-05:00",
    settled: true,
    exDate: null,
    incomeKind: "qualified",
    eventId: "4302",
    status: "IN_FORCE",
    cancels: null,
    replaces: null,
    takenBackBy: null,
    reverses: null,
    acceptedTimestamp: "2026-03-02T10:00:00.000-05:00",
    cashAfter: "2508.69",
  });
  // A sale of Tuesday 3 February settles on Wednesday.
  expect(response.body[0]).toMatchObject({
    settlementDate: "2026-02-04T00:00:00.000-05:00",
    transactionDesc: "Sale, Acme Corporation",
    security: { id: "601", ticker: "ACME" },
  });
  const folio = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/folios/${two}/transactions?${everything}`,
  );
  expect(linesOf(folio)).toEqual(linesOf(response).filter((line: string) => line.includes(" 01 ")));
});

test("filters by category, ticker, event and days leave the others out", async () => {
  const idsOf = async (query: string) =>
    (await list(`${everything}&${query}`)).body.map(
      (each: { transactionId: string }) => each.transactionId,
    );
  expect(await idsOf("category=fees,TRADES")).toEqual(["10", "6", "5", "5", "2"]);
  expect(await idsOf("category=transfers&subCategoryName=cash")).toEqual(["3", "3"]);
  expect(await idsOf("subcategory=ach")).toEqual(["1"]);
  expect(await idsOf("ticker=ACME&limit=2")).toEqual(["10", "9"]);
  expect(await idsOf("ticker=NONE")).toEqual([]);
  expect(await idsOf("eventid=4302&cashsweep=Y")).toEqual(["7"]);
  expect((await list("daterange=02-03-2026,02-03-2026")).body).toHaveLength(5);
  expect((await list("")).body).toHaveLength(15); // a year
  const ofFolio = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/folios/${one}/transactions`,
  );
  expect(ofFolio.body).toEqual([]); // three days
  expect(ofFolio.headers["x-as-of-version"]).toBe("1");
});

test("pages show the version at which the first was read, whatever is booked meanwhile", async () => {
  const { body: whole, headers } = await list(`${everything}&limit=1000&status=all`);
  const version = headers["x-as-of-version"];
  const first = await list(`${everything}&limit=4&status=all`);
  const entries = [...first.body];
  await book(
    { transactionId: "11", transactionType: "CXL", cancels: "7", ...place },
    { transactionId: "12", transactionType: "WDL", amount: "7", tradeDate: "2026-02-01" },
    { transactionId: "13", transactionType: "DEP", replaces: "1", amount: "6000" },
  );
  for (let next = nextOf(first); next !== undefined; ) {
    const page = await list(next.replace("limit=4", `limit=${(entries.length % 3) + 1}`));
    expect(page.headers["x-as-of-version"]).toBe(version);
    entries.push(...page.body);
    next = nextOf(page);
  }
  expect(entries).toEqual(whole);
  const again = await list(`${everything}&limit=1000&status=all&asofversion=${version}`);
  expect(again.body).toEqual(whole);
  expect(linesOf(await list(`${everything}&limit=3`))[0]).toBe(
    "10 SLE 03 -15.00000 600.00 4091.51",
  ); // + 1,000 − 10.64 − 7
  const cancelled = await list(`${everything}&status=cancelled`);
  expect(linesOf(cancelled)).toEqual(["11 CXL 03 - 0.00 -", "7 DIV 03 - 10.64 -"]);
  expect(cancelled.body).toMatchObject([
    { cancels: "7", categoryName: "Adjustments", subCategoryName: "CANCELLATION" },
    { status: "CANCELLED", takenBackBy: "11", cashAfter: null },
  ]);
  expect((await list(`${everything}&status=replaced`)).body).toMatchObject([
    { transactionId: "1", status: "REPLACED", takenBackBy: "13" },
  ]);
});

test("one transaction has its columns, effects, lots and audit entry, as of a version too", async () => {
  const read = (id: string, query = "") => service.call("adviser", "GET", `${path}/${id}${query}`);
  const journal = await read("4");
  expect(journal.body).toMatchObject({
    folioNumber: one,
    toFolioNumber: two,
    quantity: "-10.00000",
    columns: { transactionType: "SJL", shares: "10", toFolioNumber: two, price: null },
    effects: [
      { folioNumber: two, cash: "0.00", shares: [{ securityId: "601", quantity: "10.00000" }] },
      { folioNumber: one, cash: "0.00", shares: [{ securityId: "601", quantity: "-10.00000" }] },
    ],
    lots: { opened: [], closed: [] },
  });
  expect(`${journal.headers.link}`).toContain('title="listClosedTaxLots"');
  const event = await read("8");
  expect(event.body).toMatchObject({ folioNumber: null, quantity: "20.00000", cashAfter: null });
  const sale = (await read("10")).body;
  expect(sale.lots).toEqual({ opened: [], closed: [expect.stringMatching(/^\d+$/)] });
  const entries = await service.auditOf(account);
  const booked = entries.filter(({ operation }) => operation === "bookTransactions");
  expect([sale.sequence, (await read("13")).body.sequence]).toEqual(
    booked.map(({ sequence }) => sequence),
  );
  const dividend = await read("7");
  expect(dividend.body).toMatchObject({ status: "CANCELLED", effects: [], cashAfter: null });
  expect(`${dividend.headers.link}`).toMatch(
    /, <[^>]+\/restapi\/corporateevents\/4302>; .*title="getCorporateEvent"$/,
  );
  expect(`${event.headers.link}`).not.toContain("getCorporateEvent");
  expect((await read("7", "?asofversion=1")).body).toMatchObject({
    status: "IN_FORCE",
    cashAfter: "2508.69",
  });
  expect((await read("11")).body).toMatchObject({ transactionCode: "CXL", cancels: "7" });
  for (const [id, status] of [
    ["13", 404],
    ["x", 404],
    ["99", 404],
  ] as const) {
    expect((await read(id, "?asofversion=1")).status).toBe(status);
  }
  expect((await read("4", "?asofversion=99")).body).toMatchObject([
    { errorCode: "invalid.asofversion" },
  ]);
});

test("all accounts in sight are listed by number, and a page goes on where the one before ended", async () => {
  const firm = async (query: string) =>
    service.call("adviser", "GET", `/restapi/transactions?${query}`);
  const { body: whole } = await firm(`${everything}&limit=1000`);
  const numbers = whole.map((each: { accountId: string }) => each.accountId);
  expect(numbers).toEqual(numbers.toSorted());
  expect(new Set(numbers).size).toBeGreaterThan(2);
  const joined: unknown[] = [];
  for (let next: string | undefined = `${everything}&limit=7`; next !== undefined; ) {
    const page = await firm(next);
    joined.push(...page.body);
    next = nextOf(page);
  }
  expect(joined).toEqual(whole);
  const own = await firm(`${everything}&limit=1000&accountnumber=${account},RA00000999`);
  expect(own.body).toEqual((await list(`${everything}&limit=1000`)).body);
  const others = await service.call(
    "otherAdviser",
    "GET",
    `/restapi/transactions?${everything}&limit=1000&accountnumber=${account}`,
  );
  expect(others.body).toEqual([]);
});

test("a client sees the rows of accounts whose details it may see, and of no others", async () => {
  const { rows } = await service.admin(
    "select login_id as login, account_number as number from account_owner where account_number = 'RA00000001' and position = 1",
  );
  const response = await service.call(
    "adviser",
    "GET",
    `/restapi/transactions?${everything}&limit=1000`,
    undefined,
    {
      "X-Associated-Member-Id": rows[0].login,
    },
  );
  const seen = new Set(response.body.map((each: { accountId: string }) => each.accountId));
  expect(seen.has("RA00000001")).toBe(true);
  expect(seen.has(account)).toBe(false);
});

test("bad queries are refused, with every problem at once", async () => {
  const refusedFor = async (query: string) => {
    const { status, body } = await list(query);
    return [status, ...body.map((each: { errorCode: string }) => each.errorCode)];
  };
  expect(
    await refusedFor("daterange=0d&limit=0&category=none&status=x&ticker=,&asofversion=-1"),
  ).toEqual([
    400,
    "invalid.daterange",
    "invalid.category",
    "invalid.ticker",
    "invalid.status",
    "invalid.limit",
    "invalid.asofversion",
  ]);
  expect(await refusedFor("daterange=3d&dateRange=4d")).toEqual([400, "invalid.daterange"]);
  expect(
    await refusedFor("daterange=1w&dateRange=7d&subcategory=BUY&subCategoryName=SELL"),
  ).toEqual([400, "invalid.subcategory"]);
  expect(await refusedFor("asofversion=99")).toEqual([400, "invalid.asofversion"]);
  expect(await refusedFor("format=csv&ticker=ACME")).toEqual([400, "transaction.format.rule"]);
  const next = nextOf(await list(`${everything}&limit=1`)) ?? "";
  for (const wrong of [
    next.replace("limit=1", "status=all"),
    next.slice(0, -1),
    `${next}A`,
    next.replace(/after=../, "after=AA"),
    "after=%00",
  ]) {
    expect(await refusedFor(wrong), wrong).toEqual([
      400,
      wrong === "after=%00" ? "invalid.value" : "invalid.after",
    ]);
  }
  const other = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/RA00000001/transactions?${next}`,
  );
  expect(other.body).toMatchObject([{ errorCode: "invalid.after" }]);
  const folio = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/folios/${account}77/transactions`,
  );
  expect([folio.status, folio.body[0].errorCode]).toEqual([404, "folio.not.found"]);
});
