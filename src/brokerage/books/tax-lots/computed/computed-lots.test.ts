// The requests for open and closed lots: all of an account, those of one transaction or pair, one
// alone, and their CSV; next to them the reported lots of a pair.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";
import { testContext } from "../../../../../test/sample-template.ts";
import { computeAccount } from "../../recompute/compute-account.ts";
import { reportTaxYear } from "../booking/report-tax-year.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await service.load({ "transactions.csv": transactions });
});
afterAll(() => service.close());

const columns = [
  "accountNumber",
  "transactionId",
  "transactionType",
  "entryOrder",
  "folioNumber",
  "tradeDate",
  "settlementDate",
  "securityId",
  "shares",
  "price",
  "fees",
  "reliefMethod",
];
const trades = [
  [
    "RA00000006",
    "95001",
    "BUY",
    "1",
    "03",
    "2024-02-01",
    "2024-02-02",
    "601",
    "10",
    "50",
    "1.00",
    "",
  ],
  ["RA00000006", "95002", "BUY", "1", "03", "2025-11-03", "2025-11-04", "601", "4", "70", "", ""],
  [
    "RA00000006",
    "95003",
    "SLE",
    "1",
    "03",
    "2025-12-01",
    "2025-12-02",
    "601",
    "6",
    "65",
    "",
    "FIFO",
  ],
  ["RA00000006", "95004", "TOT", "2", "03", "2025-12-01", "2025-12-02", "601", "1", "", "", "FIFO"],
  ["RA00000002", "96001", "BUY", "1", "03", "2024-02-01", "2024-02-02", "601", "3", "10", "", ""],
  ["RA00000002", "96002", "BUY", "1", "03", "2025-02-03", "2025-02-04", "601", "4", "11", "", ""],
  ["RA00000002", "96003", "SLE", "1", "03", "2025-12-01", "2025-12-02", "601", "1", "12", "", ""],
  // One sale that closes two purchases, and two sales of one purchase.
  ["RA00000007", "97001", "BUY", "1", "02", "2023-02-01", "2023-02-02", "601", "2", "10", "", ""],
  ["RA00000007", "97002", "BUY", "1", "02", "2023-03-01", "2023-03-02", "601", "9", "11", "", ""],
  ["RA00000007", "97003", "BUY", "1", "02", "2023-04-03", "2023-04-04", "601", "5", "12", "", ""],
  [
    "RA00000007",
    "97004",
    "SLE",
    "1",
    "02",
    "2024-06-03",
    "2024-06-04",
    "601",
    "4",
    "20",
    "",
    "FIFO",
  ],
  [
    "RA00000007",
    "97005",
    "SLE",
    "1",
    "02",
    "2024-07-01",
    "2024-07-02",
    "601",
    "3",
    "21",
    "",
    "FIFO",
  ],
];
const transactions = [columns, ...trades.map(([account, ...rest]) => [account, ...rest])]
  .map((cells, line) =>
    cells.map((cell, at) => (line > 0 && at === 4 ? `${cells[0]}${cell}` : cell)),
  )
  .map((cells) => `${cells.join(",")}\n`)
  .join("");

const get = (path: string, caller: Parameters<TestService["call"]>[0] = "adviser") =>
  service.call(caller, "GET", `/restapi/accounts/${path}`);

test("an open lot is returned with every field", async () => {
  const { status, headers, body } = await get("RA00000006/opentaxlots");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(headers.etag).toBeDefined();
  expect(body).toHaveLength(2);
  expect(body[0]).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000006",
      "adjustedAcquisitionDate": "2024-02-01T00:00:00.000-05:00",
      "adjustedCostBasis": "150.30",
      "averageCost": null,
      "costBasisEffectiveDate": "2024-02-01T00:00:00.000-05:00",
      "costBasisKnown": true,
      "covered": true,
      "folioNumber": "RA0000000603",
      "gainLossTerm": "LONG_TERM",
      "giftDate": null,
      "giftMarketValue": null,
      "originatingTransactionId": "95001",
      "originatingTransactionSettlementDate": "2024-02-02T00:00:00.000-05:00",
      "origionalAcquisitionDate": "2024-02-01T00:00:00.000-05:00",
      "origionalCostBasis": "150.30",
      "origionalSharePrice": "50.100000",
      "security": {
        "cusip": "99901A109",
        "id": "601",
        "quotationFactor": "1.000000",
        "ticker": "ACME",
      },
      "shareQuantity": "3.00000",
      "taxLotId": "20259688023935368",
      "transferDate": null,
      "unadjustedShareQuantity": "3.00000",
    }
  `);
  const { body: one } = await get(`RA00000006/opentaxlots/95001/${body[0].taxLotId}`);
  expect(one).toEqual(body[0]);
});

test("an open lot has the term of a sale today in New York", async () => {
  const termsOn = async (instant: string) => {
    service.setNow(instant);
    const { body } = await get("RA00000006/opentaxlots");
    return body.map(({ gainLossTerm }: { gainLossTerm: string }) => gainLossTerm);
  };
  expect(await termsOn("2025-02-02T04:59:59Z")).toEqual(["SHORT_TERM", "SHORT_TERM"]);
  expect(await termsOn("2025-02-02T05:00:00Z")).toEqual(["LONG_TERM", "SHORT_TERM"]);
  expect(await termsOn("2026-03-02T15:00:00Z")).toEqual(["LONG_TERM", "SHORT_TERM"]);
});

test("a closed lot is returned with every field, whether its year is reported or not", async () => {
  const { status, body } = await get("RA00000006/closedtaxlots");
  expect(status).toBe(200);
  expect(body).toHaveLength(2);
  const [sold] = body.filter(({ transCode }: { transCode: string }) => transCode === "SLE");
  expect(sold).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000006",
      "adjustedAcquisitionDate": "2024-02-01T00:00:00.000-05:00",
      "adjustedCostBasis": "300.60",
      "averageCost": null,
      "closingTransactionId": "95003",
      "closingTransactionSettlementDate": "2025-12-02T00:00:00.000-05:00",
      "costBasisEffectiveDate": "2024-02-01T00:00:00.000-05:00",
      "costBasisKnown": true,
      "covered": true,
      "disallowedLoss": null,
      "exDate": null,
      "federalTaxWithholding": null,
      "folioNumber": "RA0000000603",
      "foreignTaxWithholding": null,
      "gainLossTerm": "LONG_TERM",
      "giftDate": null,
      "giftMarketValue": null,
      "lotReliefStrategyIndicator": "F",
      "netSaleAmount": "390.00",
      "originatingTransactionId": "95001",
      "originatingTransactionSettlementDate": "2024-02-02T00:00:00.000-05:00",
      "origionalAcquisitionDate": "2024-02-01T00:00:00.000-05:00",
      "origionalCostBasis": "300.60",
      "origionalSharePrice": "50.100000",
      "replacementTransactionId": null,
      "reportableGainLoss": "89.40",
      "saleDate": "2025-12-01T00:00:00.000-05:00",
      "salePrice": "65.000000",
      "security": {
        "cusip": "99901A109",
        "id": "601",
        "quotationFactor": "1.000000",
        "ticker": "ACME",
      },
      "shareQuantity": "6.00000",
      "stateTaxWithholding": null,
      "taxLotId": "8671718502511532986",
      "taxYear": "2025",
      "transCode": "SLE",
      "transferDate": null,
      "unadjustedShareQuantity": "6.00000",
      "withholdingCountry": null,
      "withholdingState": null,
    }
  `);
  const { body: one } = await get(`RA00000006/closedtaxlots/95001/95003/${sold.taxLotId}`);
  expect(one).toEqual(sold);
});

test("a transfer out is listed among the closed lots without proceeds or gain", async () => {
  const { body } = await get("RA00000006/closedtaxlots");
  const moved = body.filter(({ transCode }: { transCode: string | null }) => transCode === null);
  expect(moved).toMatchObject([
    {
      shareQuantity: "1.00000",
      netSaleAmount: null,
      reportableGainLoss: null,
      adjustedCostBasis: "50.10",
    },
  ]);
});

test("a non-taxable account shows the average cost of a position and no purchases", async () => {
  const open = await get("RA00000002/opentaxlots");
  expect(open.body).toMatchObject([
    {
      shareQuantity: "6.00000",
      adjustedCostBasis: "63.43", // 74.00 − 74.00 × 1 / 7
      averageCost: "10.571667",
      originatingTransactionId: null,
      origionalAcquisitionDate: null,
      gainLossTerm: "UNKNOWN",
    },
  ]);
  const closed = await get("RA00000002/closedtaxlots");
  expect(closed.body).toMatchObject([
    { shareQuantity: "1.00000", averageCost: "10.570000", originatingTransactionId: null },
  ]);
});

test("in a non-taxable account no lot belongs to a transaction or a pair", async () => {
  const rows = await service.admin(
    "select tax_lot_id as id from open_lot where account_number = 'RA00000002' and" +
      " originating_transaction_id = 96001 union all select tax_lot_id from closed_lot" +
      " where account_number = 'RA00000002'",
  );
  const [open, closed] = rows.rows.map(({ id }) => id);
  for (const path of [
    "opentaxlots/96001",
    `opentaxlots/96001/${open}`,
    "closedtaxlots/96001/96003",
    `closedtaxlots/96001/96003/${closed}`,
  ]) {
    const { status, body } = await get(`RA00000002/${path}`);
    expect([status, body[0].errorCode], path).toEqual([404, "tax.lot.not.found"]);
  }
});

const idsOf = (lots: { taxLotId: string }[]) => lots.map(({ taxLotId }) => taxLotId);
const absent = async (path: string) => {
  const { status, body } = await get(path);
  expect([status, body], path).toMatchObject([404, [{ errorCode: "tax.lot.not.found" }]]);
};

test("the open lots of a transaction are those opened by it", async () => {
  const { body: all } = await get("RA00000007/opentaxlots");
  expect(idsOf(all)).toHaveLength(2);
  for (const [index, originating] of ["97002", "97003"].entries()) {
    const { status, body } = await get(`RA00000007/opentaxlots/${originating}`);
    expect([status, body]).toEqual([200, [all[index]]]);
    const one = await get(`RA00000007/opentaxlots/${originating}/${all[index].taxLotId}`);
    expect(one.body).toEqual(all[index]);
  }
  await absent("RA00000007/opentaxlots/97001"); // sold, all of it
  await absent("RA00000007/opentaxlots/97004"); // a sale
  await absent(`RA00000007/opentaxlots/97002/${all[1].taxLotId}`);
  await absent(`RA00000006/opentaxlots/97002/${all[0].taxLotId}`);
});

test("the closed lots of a pair are those of the one transaction that the other closed", async () => {
  const { body: all } = await get("RA00000007/closedtaxlots");
  expect(all.map((lot: Record<string, string>) => lot.shareQuantity).toSorted()).toEqual([
    "2.00000", // 97001, by 97004
    "2.00000", // 97002, by 97004
    "3.00000", // 97002, by 97005
  ]);
  for (const lot of all) {
    const pair = `RA00000007/closedtaxlots/${lot.originatingTransactionId}/${lot.closingTransactionId}`;
    const { status, body } = await get(pair);
    expect([status, body]).toEqual([200, [lot]]);
    expect((await get(`${pair}/${lot.taxLotId}`)).body).toEqual(lot);
    for (const other of all) {
      if (other !== lot) await absent(`${pair}/${other.taxLotId}`);
    }
  }
  await absent("RA00000007/closedtaxlots/97001/97005");
  await absent("RA00000007/closedtaxlots/97004/97001");
  await absent("RA00000006/closedtaxlots/97001/97004");
});

test("the reported lots of a pair are those of the one transaction that the other closed", async () => {
  const year = { accountNumber: "RA00000007", taxYear: "2024" };
  await reportTaxYear(testContext(service.db), year);
  const { body: all } = await get("RA00000007/reportedtaxlots?taxyear=2024");
  expect(all).toHaveLength(3);
  for (const lot of all) {
    const pair = `RA00000007/reportedtaxlots/${lot.originatingTransactionId}/${lot.closingTransactionId}`;
    const { status, body } = await get(pair);
    expect([status, body]).toEqual([200, [lot]]);
    expect((await get(`${pair}/${lot.taxLotId}`)).body).toEqual(lot);
    for (const other of all) {
      if (other !== lot) await absent(`${pair}/${other.taxLotId}`);
    }
  }
  await absent("RA00000007/reportedtaxlots/97001/97005");
  await absent("RA00000006/reportedtaxlots/97001/97004");
});

test("lots are returned as CSV with a header on request", async () => {
  const { headers, text } = await get("RA00000006/opentaxlots?format=csv");
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(text.replaceAll("\r\n", "\n")).toMatchInlineSnapshot(`
    "accountNumber,taxLotId,security.ticker,security.cusip,security.id,security.quotationFactor,folioNumber,gainLossTerm,covered,costBasisKnown,originatingTransactionId,originatingTransactionSettlementDate,origionalAcquisitionDate,adjustedAcquisitionDate,costBasisEffectiveDate,giftDate,giftMarketValue,transferDate,shareQuantity,unadjustedShareQuantity,origionalSharePrice,averageCost,origionalCostBasis,adjustedCostBasis
    RA00000006,'20259688023935368,ACME,99901A109,601,1.000000,RA0000000603,LONG_TERM,true,true,95001,2024-02-02,2024-02-01,2024-02-01,2024-02-01,,,,3.00000,3.00000,50.100000,,150.30,150.30
    RA00000006,'7734523699194818481,ACME,99901A109,601,1.000000,RA0000000603,SHORT_TERM,true,true,95002,2025-11-04,2025-11-03,2025-11-03,2025-11-03,,,,4.00000,4.00000,70.000000,,280.00,280.00
    "
  `);
  const closed = await get("RA00000006/closedtaxlots?format=csv");
  expect(closed.text.split("\r\n")).toHaveLength(4);
  const json = await get("RA00000006/opentaxlots?format=json");
  expect(json.body).toHaveLength(2);
  const bad = await get("RA00000006/opentaxlots?format=xml");
  expect([bad.status, bad.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field: "format", errorCode: "invalid.format" }],
  ]);
});

test("a cell that a spreadsheet would run as a formula stays text", async () => {
  await service.admin(
    "update security set ticker = '=1+1', cusip = '+\"x\",1' where security_id = 601",
  );
  const { text } = await get("RA00000006/opentaxlots?format=csv");
  await service.admin(
    "update security set ticker = 'ACME', cusip = '99901A109' where security_id = 601",
  );
  expect(text).toContain(`,'=1+1,"'+""x"",1",601,`);
});

describe("as acquired", () => {
  const account = "RA00000008";
  const head =
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId," +
    "shares,price,ratioNew,ratioOld,donorAcquisitionDate,donorCostBasis,marketValue,lots";
  const lots = '"[{""shares"":""4""},{""shares"":""2"",""adjustedCostBasis"":""90.00""}]"';
  const facts = [
    "98001,BUY,1,RA0000000802,2023-01-05,604,10,100,,,,,,",
    "98002,GFT,1,RA0000000802,2023-02-06,604,5,,,,2015-03-02,350.00,400.00,",
    `98003,TIN,1,RA0000000802,2023-03-06,604,6,,,,,,,${lots}`,
    "98004,SPL,1,,2023-06-01,604,,,3,1,,,,",
    "98005,SLE,1,RA0000000802,2024-06-03,604,1,40,,,,,,",
  ];
  const figures = [
    "originatingTransactionId",
    "shareQuantity",
    "unadjustedShareQuantity",
    "origionalSharePrice",
    "giftDate",
    "transferDate",
  ];
  const shown = async (list: string) => {
    const { body } = await get(`${account}/${list}`);
    const rows = body.map((lot: Record<string, string | null>) => figures.map((key) => lot[key]));
    return rows.toSorted((a: string[], b: string[]) => (a.join() < b.join() ? -1 : 1));
  };
  const gift = "2023-02-06T00:00:00.000-05:00";
  const transfer = "2023-03-06T00:00:00.000-05:00";
  const open = [
    // 966.67 / 9.66667
    ["98001", "29.00000", "9.66667", "100.000310", null, null],
    ["98002", "15.00000", "5.00000", "70.000000", gift, null],
    ["98003", "12.00000", "4.00000", null, null, transfer],
    ["98003", "6.00000", "2.00000", "45.000000", null, transfer],
  ];
  const closed = [["98001", "1.00000", "0.33333", "99.991000", null, null]]; // 33.33 / 0.33333

  beforeAll(async () => {
    const rows = facts.map((fact) => `${account},${fact}`);
    await service.load({
      "transactions.csv": `${[head, ...rows].join("\n")}\n`,
    });
    await computeAccount(testContext(service.db), account);
  });

  test("a lot shows its shares before every split, their price, and the day of its gift or transfer", async () => {
    expect(await shown("opentaxlots")).toEqual(open);
    expect(await shown("closedtaxlots")).toEqual(closed);
  });
});

test("a gift's two values are shown for open lots, and for transfers out", async () => {
  const lots =
    '"[{""shares"":""10"",""originalAcquisitionDate"":""2020-01-06"",""adjustedCostBasis"":""1000.00"",' +
    '""giftDate"":""2023-06-05"",""giftMarketValue"":""800.00""}]"';
  const account = "RA00000009";
  const folio = "RA0000000902";
  await service.load({
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,lots",
      `${account},99001,TIN,1,${folio},2024-01-05,604,10,,${lots}`,
      `${account},99002,SLE,1,${folio},2024-02-05,604,4,70,`,
      `${account},99003,TOT,1,${folio},2024-03-05,604,5,,`,
    ].join("\n"),
  });
  const valuesOf = async (list: string) => {
    const { body } = await get(`${account}/${list}`);
    const { adjustedCostBasis, giftMarketValue, reportableGainLoss } = body[0];
    return [adjustedCostBasis, giftMarketValue, reportableGainLoss];
  };
  expect(await valuesOf("closedtaxlots/99001/99002")).toEqual(["320.00", null, "-40.00"]);
  expect(await valuesOf("closedtaxlots/99001/99003")).toEqual(["500.00", "400.00", null]);
  expect(await valuesOf("opentaxlots/99001")).toEqual(["100.00", "80.00", undefined]);
});

const impossible = ["0", "095001", "-1", "x", "%00", "95001%20", "9".repeat(20), "%2F"];

test("an impossible id gets the same response as an absent one, also where it is escaped", async () => {
  const bytes = async (path: string) => {
    const { status, text } = await get(`RA00000006/${path}`);
    return [status, text];
  };
  const expected = await bytes("opentaxlots/999999");
  expect(expected[0]).toBe(404);
  for (const id of ["999999", ...impossible]) {
    for (const path of [
      `opentaxlots/${id}`,
      `opentaxlots/95001/${id}`,
      `opentaxlots/${id}/20259688023935368`,
      `closedtaxlots/${id}/95003`,
      `closedtaxlots/95001/${id}`,
      `closedtaxlots/95001/95003/${id}`,
      `reportedtaxlots/${id}/95003`,
      `reportedtaxlots/95001/${id}`,
      `reportedtaxlots/95001/95003/${id}`,
    ]) {
      expect(await bytes(path), path).toEqual(expected);
    }
  }
  const plain = await bytes("opentaxlots/95001");
  expect(plain[0]).toBe(200);
  expect(await bytes("opentaxlots/%39%35001")).toEqual(plain);
});

test("in an account without transactions no lots are available yet", async () => {
  const none = await get("RA00000005/opentaxlots");
  expect([none.status, none.body]).toMatchObject([
    404,
    [{ errorCode: "tax.data.not.found", message: "Tax data is currently not available." }],
  ]);
  for (const path of [
    "closedtaxlots",
    "opentaxlots/1",
    "opentaxlots/1/1",
    "opentaxlots/x",
    "closedtaxlots/1/1",
    "closedtaxlots/1/1/1",
    "closedtaxlots/x/1/1",
  ]) {
    const { status, text } = await get(`RA00000005/${path}`);
    expect([status, text], path).toEqual([none.status, none.text]);
  }
});

test("the reported lots of one pair of transactions are a list", async () => {
  const { status, body } = await get("RA00000003/reportedtaxlots/81103/82103");
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { originatingTransactionId: "81103", closingTransactionId: "82103" },
  ]);
  for (const pair of ["81103/1", "x/82103", "1/99999999999999999999"]) {
    const absent = await get(`RA00000003/reportedtaxlots/${pair}`);
    expect([absent.status, absent.body[0].errorCode]).toEqual([404, "tax.lot.not.found"]);
  }
  for (const place of ["81103/82103", "81103/82103/1"]) {
    const retired = await get(`RA00000002/reportedtaxlots/${place}`);
    expect([retired.status, retired.body[0].errorCode]).toEqual([400, "account.non.taxable"]);
  }
});

test("owner, adviser and operator read lots; others may not", async () => {
  for (const path of [
    "RA00000001/opentaxlots",
    "RA00000001/closedtaxlots",
    "RA00000001/closedtaxlots/81001/82001",
    "RA00000001/reportedtaxlots/81001/82001",
  ]) {
    const statuses = [];
    for (const caller of ["adviser", "operator", "client", "otherAdviser", "issuer", null] as const)
      statuses.push((await get(path, caller)).status);
    expect(statuses).toEqual([200, 200, 200, 403, 403, 401]);
  }
});
