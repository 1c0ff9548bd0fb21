// Holds the requests for open and closed lots, their CSV, and reported lots of a pair of transactions.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../../../../test/harness.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.load({ "transactions.csv": transactions });
});
afterAll(() => house.close());

const columns = [
  ...["accountNumber", "transactionId", "transactionType", "entryOrder", "folioNumber"],
  ...["tradeDate", "settlementDate", "securityId", "shares", "price", "fees", "reliefMethod"],
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
];
const transactions = [columns, ...trades.map(([account, ...rest]) => [account, ...rest])]
  .map((cells, line) =>
    cells.map((cell, at) => (line > 0 && at === 4 ? `${cells[0]}${cell}` : cell)),
  )
  .map((cells) => `${cells.join(",")}\n`)
  .join("");

const get = (path: string, caller: Parameters<House["call"]>[0] = "adviser") =>
  house.call(caller, "GET", `/restapi/accounts/${path}`);

test("an open lot is answered with every field", async () => {
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
      "originatingTransactionId": "95001",
      "originatingTransactionSettlementDate": "2024-02-02T00:00:00.000-05:00",
      "origionalAcquisitionDate": "2024-02-01T00:00:00.000-05:00",
      "origionalCostBasis": "150.30",
      "security": {
        "cusip": "99901A109",
        "id": "601",
        "ticker": "ACME",
      },
      "shareQuantity": "3.00000",
      "taxLotId": "20259688023935368",
    }
  `);
  const { body: one } = await get(`RA00000006/opentaxlots/${body[0].taxLotId}`);
  expect(one).toEqual(body[0]);
});

test("the term of an open lot is that of a sale today in New York", async () => {
  const termsOn = async (instant: string) => {
    house.setNow(instant);
    const { body } = await get("RA00000006/opentaxlots");
    return body.map(({ gainLossTerm }: { gainLossTerm: string }) => gainLossTerm);
  };
  expect(await termsOn("2025-02-02T04:59:59Z")).toEqual(["SHORT_TERM", "SHORT_TERM"]);
  expect(await termsOn("2025-02-02T05:00:00Z")).toEqual(["LONG_TERM", "SHORT_TERM"]);
  expect(await termsOn("2026-03-02T15:00:00Z")).toEqual(["LONG_TERM", "SHORT_TERM"]);
});

test("a closed lot is answered with every field, whether its year is reported or not", async () => {
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
      "closingTransactionDate": "2025-12-01T00:00:00.000-05:00",
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
      "gainLoss": "89.40",
      "gainLossTerm": "LONG_TERM",
      "lotReliefStrategyIndicator": "F",
      "netSaleAmount": "390.00",
      "originatingTransactionId": "95001",
      "originatingTransactionSettlementDate": "2024-02-02T00:00:00.000-05:00",
      "origionalAcquisitionDate": "2024-02-01T00:00:00.000-05:00",
      "origionalCostBasis": "300.60",
      "salePrice": "65.000000",
      "security": {
        "cusip": "99901A109",
        "id": "601",
        "ticker": "ACME",
      },
      "shareQuantity": "6.00000",
      "stateTaxWithholding": null,
      "taxLotId": "8671718502511532986",
      "taxYear": "2025",
      "transCode": "SLE",
      "withholdingCountry": null,
      "withholdingState": null,
    }
  `);
  const { body: one } = await get(`RA00000006/closedtaxlots/${sold.taxLotId}`);
  expect(one).toEqual(sold);
});

test("a transfer out stands among the closed lots without proceeds or gain", async () => {
  const { body } = await get("RA00000006/closedtaxlots");
  const moved = body.filter(({ transCode }: { transCode: string | null }) => transCode === null);
  expect(moved).toMatchObject([
    { shareQuantity: "1.00000", netSaleAmount: null, gainLoss: null, adjustedCostBasis: "50.10" },
  ]);
});

test("an account without tax shows the average cost of a position and no purchase", async () => {
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
  const { taxLotId } = open.body[0];
  expect((await get(`RA00000002/opentaxlots/${taxLotId}`)).body).toEqual(open.body[0]);
  const younger = await house.admin(
    "select tax_lot_id from open_lot where account_number = 'RA00000002' and tax_lot_id <> $1",
    [taxLotId],
  );
  const hidden = await get(`RA00000002/opentaxlots/${younger.rows[0].tax_lot_id}`);
  expect([hidden.status, hidden.body[0].errorCode]).toEqual([404, "tax.lot.not.found"]);
  const closed = await get("RA00000002/closedtaxlots");
  expect(closed.body).toMatchObject([
    { shareQuantity: "1.00000", averageCost: "10.570000", originatingTransactionId: null },
  ]);
});

test("lots are answered as CSV with a header where they are asked for so", async () => {
  const { headers, text } = await get("RA00000006/opentaxlots?format=csv");
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(text.replaceAll("\r\n", "\n")).toMatchInlineSnapshot(`
    "accountNumber,taxLotId,security.ticker,security.cusip,security.id,folioNumber,gainLossTerm,covered,costBasisKnown,originatingTransactionId,originatingTransactionSettlementDate,origionalAcquisitionDate,adjustedAcquisitionDate,costBasisEffectiveDate,shareQuantity,averageCost,origionalCostBasis,adjustedCostBasis
    RA00000006,20259688023935368,ACME,99901A109,601,RA0000000603,LONG_TERM,true,true,95001,2024-02-02T00:00:00.000-05:00,2024-02-01T00:00:00.000-05:00,2024-02-01T00:00:00.000-05:00,2024-02-01T00:00:00.000-05:00,3.00000,,150.30,150.30
    RA00000006,7734523699194818481,ACME,99901A109,601,RA0000000603,SHORT_TERM,true,true,95002,2025-11-04T00:00:00.000-05:00,2025-11-03T00:00:00.000-05:00,2025-11-03T00:00:00.000-05:00,2025-11-03T00:00:00.000-05:00,4.00000,,280.00,280.00
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

test("a cell that a spreadsheet would run is kept text", async () => {
  await house.admin(
    "update security set ticker = '=1+1', cusip = '+\"x\",1' where security_id = 601",
  );
  const { text } = await get("RA00000006/opentaxlots?format=csv");
  await house.admin(
    "update security set ticker = 'ACME', cusip = '99901A109' where security_id = 601",
  );
  expect(text).toContain(`,'=1+1,"'+""x"",1",601,`);
});

test("an account without transactions and a lot that is absent are not found", async () => {
  for (const list of ["opentaxlots", "closedtaxlots"]) {
    const none = await get(`RA00000005/${list}`);
    expect([none.status, none.body[0].message]).toEqual([
      404,
      "Tax data is currently not available.",
    ]);
    for (const id of ["1", "x", "99999999999999999999"]) {
      const absent = await get(`RA00000006/${list}/${id}`);
      expect([absent.status, absent.body[0].errorCode]).toEqual([404, "tax.lot.not.found"]);
      const early = await get(`RA00000005/${list}/${id}`);
      expect([early.status, early.body]).toEqual([none.status, none.body]);
    }
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
  const retired = await get("RA00000002/reportedtaxlots/81103/82103");
  expect([retired.status, retired.body[0].errorCode]).toEqual([400, "account.non.taxable"]);
});

test("owner, adviser and operator read lots; others may not", async () => {
  for (const path of ["RA00000001/opentaxlots", "RA00000001/closedtaxlots"]) {
    const statuses = [];
    for (const caller of ["adviser", "operator", "client", "otherAdviser", "issuer", null] as const)
      statuses.push((await get(path, caller)).status);
    expect(statuses).toEqual([200, 200, 200, 403, 403, 401]);
  }
});
