// The request for a tax paper, from the query to the stored lots. (interface 4.19)
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { reportTaxYear } from "../tax-lots/booking/report-tax-year.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const path = (query: string, account = "RA00000001", year = "2024") =>
  `/restapi/accounts/${account}/taxforms/${year}?${query}`;
const read = (...place: Parameters<typeof path>) => service.call("adviser", "GET", path(...place));

test("a paper names payer and recipients, and of a tax id only its last digits", async () => {
  const { status, body, text } = await read("form=1099-b", "RA00000003");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    accountNumber: "RA00000003",
    taxYear: "2024",
    form: "1099-b",
    version: "1",
    notice: "Working copy, no official form: not to be filed with the Internal Revenue Service.",
    corrected: false,
    payer: {
      name: "Bursar Platform",
      state: "NY",
      tin: "00-1234567",
      address: ["1 Exchange Plaza", "New York, NY 10005"],
    },
    recipient: {
      names: ["Ada Whitfield", "Ben Whitfield"],
      tin: "XXX-XX-4320",
      address: ["12 Quay Street", "Buffalo, NY 14202", "USA"],
    },
  });
  expect(text).not.toContain("987-65");
});

test("a payer's tax id is sealed in the store, and its firm may have none", async () => {
  const { rows } = await service.admin(
    "select tid_sealed, tid_hash from firm where firm_oid = 1001",
  );
  expect(rows[0].tid_sealed.toString("latin1")).not.toContain("001234567");
  const [entry] = await service.auditOf("firm:1001");
  expect(JSON.stringify(entry)).not.toContain("1234567");
  const header = "firmOid,partnerCode,name,kind,state,tid";
  await service.load({ "firms.csv": `${header}\n1001,BURSAR,Bursar Platform,operator,NY,\n` });
  const { body } = await read("form=8949");
  expect(body.payer).toEqual({ name: "Bursar Platform", state: "NY", tin: null, address: [] });
  const again = `${header}\n1001,BURSAR,Bursar Platform,operator,NY,001234567\n`;
  await service.load({ "firms.csv": again });
  expect((await read("form=8949")).body.payer.tin).toBe("00-1234567");
});

test("it is returned as JSON, CSV and PDF", async () => {
  expect((await read("")).text).toBe((await read("form=1099-b")).text);
  const json = await read("form=8949&format=json");
  expect(json.text).toBe((await read("form=8949")).text);
  const csv = await read("form=8949&format=csv");
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toContain("Box,(a) Description,(b) Date acquired,(c) Date sold,(d) Proceeds");
  expect(lines[2]).toContain(
    "XXX-XX-4320,'4132810016538116094,A,10 sh. BOLT,02/06/2024,06/11/2024,961.00,1184.00,W,223.00,0.00,",
  );
  const pdf = await read("form=1099-b&format=pdf");
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  expect((await read("form=1099-b&format=pdf")).text).toBe(pdf.text);
});

test.each([
  ["form=1099-misc", "form", "invalid.form"],
  ["form=", "form", "invalid.form"],
  ["form=8949&format=xml", "format", "invalid.format"],
  ["form=8949&version=0", "version", "invalid.version"],
])("the query %j is refused", async (query, field, errorCode) => {
  const { status, body } = await read(query);
  expect([status, body]).toEqual([400, [{ type: "VALIDATION_FIELD", field, errorCode }]]);
});

test("a year or version that is not reported, and a non-taxable account, have none", async () => {
  const codeOf = async (...place: Parameters<typeof path>) => {
    const { status, body } = await read(...place);
    return [status, body[0].errorCode];
  };
  for (const year of ["2020", "2026", "2027", "24", "20244", "-024", "last", "%00"]) {
    expect(await codeOf("form=8949", "RA00000001", year)).toEqual([404, "tax.data.not.found"]);
  }
  expect(await codeOf("form=8949&version=2")).toEqual([404, "tax.version.not.found"]);
  for (const year of ["2024", "24"]) {
    expect(await codeOf("form=8949", "RA00000002", year)).toEqual([400, "account.non.taxable"]);
  }
  const none = await read("form=8949", "RA00000001", "2023");
  expect([none.status, none.body.sales, none.body.totals]).toEqual([200, [], []]);
});

test("another firm's account and an absent one get the same response; anonymous callers are refused", async () => {
  const foreign = await service.call("otherAdviser", "GET", path("form=x"));
  const absent = await service.call("otherAdviser", "GET", path("form=x", "RA99999999"));
  expect([foreign.status, foreign.text]).toEqual([403, absent.text]);
  expect((await service.call(null, "GET", path("form=8949"))).status).toBe(401);
  expect((await service.call("client", "GET", path("form=8949"))).status).toBe(200);
  expect((await service.call("client", "GET", path("form=8949", "RA00000005"))).status).toBe(403);
});

test("a later version is marked as corrected, and the one before stays as it was", async () => {
  const number = "RA00000012";
  const lot = (net: string) =>
    "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
    `closingTransactionDate,shareQuantity,netSaleAmount\n${number},2024,1,601,ACME,SLE,LT,C,2024-05-02,1,${net}\n`;
  await service.load({
    "reported-years.csv": `accountNumber,taxYear\n${number},2024\n`,
    "reported-tax-lots.csv": lot("5.00"),
  });
  const first = await read("form=1099-b", number);
  expect([first.body.version, first.body.corrected]).toEqual(["1", false]);
  await service.load({ "reported-tax-lots.csv": lot("6.00") });
  const { body } = await read("form=1099-b", number);
  expect([body.version, body.corrected, body.totals[0].proceeds]).toEqual(["2", true, "6.00"]);
  expect((await read("form=1099-b&version=1", number)).text).toBe(first.text);
  // The minor of a custodial account receives; its tax id is not recorded.
  expect(body.recipient).toMatchObject({
    names: ["Leo Nguyen", "Carol Nguyen, custodian"],
    tin: null,
  });
});

test("1e has each adjustment of the basis, and what was inherited is marked", async () => {
  const number = "RA00000006";
  await service.load({
    "securities.csv": "securityId,ticker,name,instrumentType\n690,NOTE,Harbor Note,DB\n",
  });
  const row = { folioNumber: `${number}03`, securityId: "690" };
  const amortised = (year: string) => ({
    securityId: "690",
    transactionType: "BAS",
    tradeDate: `${year}-12-31`,
    amount: "-200.00",
    reason: "PRM",
  });
  const transactions = [
    // The worked bond of 26 CFR 1.6045-1(n): 11000.00 - 5 × 200.00 = 10000.00
    { ...row, transactionType: "BUY", tradeDate: "2020-01-15", shares: "100", price: "110" },
    amortised("2020"),
    amortised("2021"),
    amortised("2022"),
    amortised("2023"),
    amortised("2024"),
    { ...row, transactionType: "RDM", tradeDate: "2025-01-15", shares: "100", price: "100" },
    {
      ...row,
      securityId: "601",
      transactionType: "INH",
      tradeDate: "2025-02-03",
      dateOfDeath: "2025-01-20",
      marketValue: "500.00",
      shares: "10",
    },
    {
      ...row,
      securityId: "601",
      transactionType: "SLE",
      tradeDate: "2025-03-03",
      shares: "10",
      price: "60",
    },
  ];
  const booked = `/restapi/accounts/${number}/transactions`;
  expect((await service.call("operator", "POST", booked, { transactions })).status).toBe(201);
  await reportTaxYear(testContext(service.db), { accountNumber: number, taxYear: "2025" }, {});
  const { body } = await read("form=8949", number, "2025");
  expect(body.sales).toMatchObject([
    {
      description: "100 sh. NOTE",
      proceeds: "10000.00",
      costBasis: "10000.00",
      gainLoss: "0.00",
      inherited: false,
    },
    { description: "10 sh. ACME", gainLoss: "100.00", gainLossTerm: "LONG_TERM", inherited: true },
  ]);
  expect((await read("form=8949&format=csv", number, "2025")).text).toContain(",INHERITED,");
});

test("exchanged shares and inherited lots are named, and an earlier version keeps its words", async () => {
  const accountNumber = "RA00000006";
  await service.load({
    "securities.csv": `securityId,ticker,name,instrumentType
691,OLDC,Old Canal,CS
692,NEWC,New Canal,CS
693,PART,Partly Exchanged,CS
694,MIXT,Mixed Transfer,CS
695,WHOL,Whole Estate,CS
696,HALF,Half Estate,CS
`,
  });
  const folioNumber = `${accountNumber}03`;
  const buy = (securityId: string, tradeDate: string, shares: string, netAmount: string) => {
    return { transactionType: "BUY", folioNumber, securityId, tradeDate, shares, netAmount };
  };
  const sell = (securityId: string, shares: string, price: string) => {
    const tradeDate = "2023-06-01";
    return { transactionType: "SLE", folioNumber, securityId, tradeDate, shares, price };
  };
  const merge = { transactionType: "MRG", intoSecurityId: "692", ratioNew: "1", ratioOld: "1" };
  const die = {
    transactionType: "STU",
    tradeDate: "2023-04-03",
    dateOfDeath: "2023-04-03",
    marketValue: "300.00",
  };
  const lots = [
    {
      shares: "5",
      originalAcquisitionDate: "2022-09-01",
      adjustedCostBasis: "100.00",
      inherited: true,
    },
    { shares: "5", originalAcquisitionDate: "2021-02-01", adjustedCostBasis: "200.00" },
  ];
  const book = async (transactions: readonly object[]) => {
    const path = `/restapi/accounts/${accountNumber}/transactions`;
    const { status, body } = await service.call("operator", "POST", path, { transactions });
    expect(status, JSON.stringify(body)).toBe(201);
    await reportTaxYear(testContext(service.db), { accountNumber, taxYear: "2023" }, {});
    return body;
  };
  const paper = async (version: string) => {
    const query = `form=8949&format=csv&version=${version}`;
    const { text } = await read(query, accountNumber, "2023");
    const cells = text.split("\n").map((line) => line.split(","));
    return cells
      .filter(([record]) => record === "sale")
      .map((row) => row.slice(10, 16).join(" "))
      .toSorted();
  };
  const cash = { ...merge, cashPerShare: "10", newShareValue: "60", tradeDate: "2023-03-06" };
  await book([
    buy("691", "2021-03-01", "40", "2000.00"),
    { ...cash, securityId: "691" },
    buy("693", "2021-03-02", "100", "1000.00"),
    { ...cash, securityId: "693", folioNumber, shares: "25", cashPerShare: "2" },
    {
      transactionType: "TIN",
      folioNumber,
      securityId: "694",
      tradeDate: "2023-02-01",
      shares: "10",
      lots,
    },
    sell("694", "10", "30"),
    buy("695", "2023-01-10", "10", "100.00"),
    { ...die, securityId: "695", part: "1" },
    sell("695", "10", "31"),
    buy("696", "2023-01-10", "10", "100.00"),
    { ...die, securityId: "696", part: "0.5" },
    sell("696", "10", "31"),
  ]);
  expect(await paper("1")).toMatchInlineSnapshot(`
    [
      "A 5 sh. HALF 01/10/2023 06/01/2023 155.00 100.00",
      "D 10 sh. WHOL INHERITED 06/01/2023 310.00 300.00",
      "D 25 sh. PART exchanged 03/02/2021 03/06/2023 50.00 0.00",
      "D 40 sh. OLDC exchanged 03/01/2021 03/06/2023 400.00 0.00",
      "D 5 sh. HALF INHERITED 06/01/2023 155.00 100.00",
      "D 5 sh. MIXT 02/01/2021 06/01/2023 150.00 200.00",
      "D 5 sh. MIXT INHERITED 06/01/2023 150.00 100.00",
    ]
  `);
  const { rows } = await service.admin(
    "select transaction_id as id from account_transaction where security_id = 691 and shares = 40",
  );
  // The lot has the same id: its transactions and its place stay.
  await service.admin("update account_transaction set shares = 50 where transaction_id = $1", [
    rows[0].id,
  ]);
  await book([buy("691", "2024-01-10", "1", "10.00")]);
  expect(await paper("2")).toContain("D 50 sh. OLDC exchanged 03/01/2021 03/06/2023 500.00 0.00");
  expect(await paper("1")).toContain("D 40 sh. OLDC exchanged 03/01/2021 03/06/2023 400.00 0.00");
});
