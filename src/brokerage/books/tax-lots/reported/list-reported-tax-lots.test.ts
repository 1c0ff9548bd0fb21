// The request for reported tax lots, from the query to the stored rows. (interface 4.8)
import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const lotsOf = (account: string, year: string) =>
  `/restapi/accounts/${account}/reportedtaxlots?taxyear=${year}`;

const notReported = [
  {
    type: "REQUEST",
    errorCode: "tax.data.not.found",
    message: "Tax data is currently not available.",
  },
];

test("a reported year returns its lots with every field, nulls included", async () => {
  const response = await service.call("adviser", "GET", lotsOf("RA00000003", "2025"));
  expect(response.status).toBe(200);
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(response.body).toMatchInlineSnapshot(`
    [
      {
        "accountNumber": "RA00000003",
        "adjustedAcquisitionDate": "2023-06-06T00:00:00.000-04:00",
        "adjustedCostBasis": "880.00",
        "closingTransactionDate": "2025-05-20T00:00:00.000-04:00",
        "closingTransactionId": "82103",
        "closingTransactionSettlementDate": "2025-05-21T00:00:00.000-04:00",
        "costBasisEffectiveDate": "2023-06-06T00:00:00.000-04:00",
        "costBasisIndicator": "K",
        "covered": "C",
        "disallowedLoss": null,
        "exDate": null,
        "federalTaxWithholding": null,
        "foreignTaxWithholding": null,
        "lotReliefStrategyIndicator": "G",
        "netSaleAmount": "1041.70",
        "originatingTransactionId": "81103",
        "originatingTransactionSettlementDate": "2023-06-08T00:00:00.000-04:00",
        "origionalAcquisitionDate": "2023-06-06T00:00:00.000-04:00",
        "origionalCostBasis": "880.00",
        "reportableGainLoss": "161.70",
        "salePrice": "47.350000",
        "security": {
          "cusip": "99903C104",
          "id": "603",
          "ticker": "CRUX",
        },
        "shareQuantity": "22.00000",
        "stateTaxWithholding": null,
        "statementTrail": null,
        "taxLotId": "1946753007782509081",
        "taxYear": "2025",
        "termOfSale": "LT",
        "transCode": "SLE",
        "withholdingCountry": null,
        "withholdingState": null,
      },
      {
        "accountNumber": "RA00000003",
        "adjustedAcquisitionDate": "2022-02-01T00:00:00.000-05:00",
        "adjustedCostBasis": "75.00",
        "closingTransactionDate": "2025-12-31T00:00:00.000-05:00",
        "closingTransactionId": "82104",
        "closingTransactionSettlementDate": "2026-01-02T00:00:00.000-05:00",
        "costBasisEffectiveDate": "2022-02-01T00:00:00.000-05:00",
        "costBasisIndicator": "K",
        "covered": "C",
        "disallowedLoss": null,
        "exDate": null,
        "federalTaxWithholding": null,
        "foreignTaxWithholding": null,
        "lotReliefStrategyIndicator": "F",
        "netSaleAmount": "85.50",
        "originatingTransactionId": "81104",
        "originatingTransactionSettlementDate": "2022-02-03T00:00:00.000-05:00",
        "origionalAcquisitionDate": "2022-02-01T00:00:00.000-05:00",
        "origionalCostBasis": "75.00",
        "reportableGainLoss": "10.50",
        "salePrice": "28.500000",
        "security": {
          "cusip": "99904D102",
          "id": "604",
          "ticker": "DELT",
        },
        "shareQuantity": "3.00000",
        "stateTaxWithholding": null,
        "statementTrail": null,
        "taxLotId": "3375187455801583435",
        "taxYear": "2025",
        "termOfSale": "LT",
        "transCode": "RDM",
        "withholdingCountry": null,
        "withholdingState": null,
      },
    ]
  `);
});

test("lots are returned as CSV that a spreadsheet keeps as it is", async () => {
  const replace = async (found: string, by: string) => {
    const { rows } = await service.admin("select body from reported_year where tax_year = '2024'");
    for (const { body } of rows as { body: string }[]) {
      const text = body.replaceAll(found, by);
      await service.admin(
        "update reported_year set body = $1, body_digest = $2 where tax_year = '2024' and body = $3",
        [text, hash("sha256", text, "buffer"), body],
      );
    }
  };
  await replace("NY", "=1+1");
  const path = `${lotsOf("RA00000001", "2024")}&format=csv`;
  const { headers, text } = await service.call("adviser", "GET", path);
  const given = { "If-None-Match": String(headers.etag) };
  const again = await service.call("adviser", "GET", path, undefined, given);
  expect([again.status, again.text]).toEqual([304, ""]);
  await replace("=1+1", "NY");
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [head = "", ...lines] = text.split("\r\n");
  expect(head).toMatch(/^accountNumber,taxYear,taxLotId,security\.ticker,security\.cusip,/);
  expect(lines).toHaveLength(6);
  // The id has 19 digits of which a spreadsheet would keep 15.
  expect(lines[4]).toMatchInlineSnapshot(
    `"RA00000001,2024,'7918199316282790337,DELT,99904D102,604,SLE,UN,N,U,V,81008,2019-03-20,,,82004,2024-09-17,2024-09-18,,,12.00000,31.200000,374.40,,,,,89.86,20.00,'=1+1,,,"`,
  );
  const none = await service.call("adviser", "GET", `${lotsOf("RA00000001", "2023")}&format=csv`);
  expect(none.text).toBe(`${head}\r\n`);
  const bad = await service.call("adviser", "GET", `${lotsOf("RA00000001", "2023")}&format=xml`);
  expect(bad.body).toEqual([
    { type: "VALIDATION_FIELD", field: "format", errorCode: "invalid.format" },
  ]);
});

test("a washed loss, an unknown basis and withholding are returned as they were reported", async () => {
  const { body } = await service.call("adviser", "GET", lotsOf("RA00000001", "2024"));
  const lots = body.map((lot: Record<string, unknown>) => [
    lot.taxLotId,
    lot.netSaleAmount,
    lot.adjustedCostBasis,
    lot.disallowedLoss,
    lot.reportableGainLoss,
    lot.federalTaxWithholding,
    lot.withholdingState,
  ]);
  expect(lots).toEqual([
    ["2813163411684026465", "3250.00", "2080.00", null, "1170.00", null, null],
    ["938542766796451813", "1441.50", "1776.00", null, "-334.50", null, null],
    ["4132810016538116094", "961.00", "1184.00", "223.00", "0.00", null, null], // 961 − 1184 + 223
    ["8480851920045515251", "16.50", "12.00", null, "4.50", null, null],
    ["7918199316282790337", "374.40", null, null, null, "89.86", "NY"],
  ]);
});

test("lots are ordered by closing day, then ticker, then id as a number", async () => {
  const account = "RA00000006";
  const row = (id: string, ticker: string, on: string) =>
    `${account},2019,${id},601,${ticker},SLE,LT,C,${on},1`;
  const head =
    "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
    "closingTransactionDate,shareQuantity";
  const other = await openTestService();
  await other.load({
    "reported-years.csv": `accountNumber,taxYear\n${account},2019\n`,
    "reported-tax-lots.csv": [
      head,
      row("100", "BOLT", "2019-05-02"),
      row("100000000000", "ACME", "2019-05-02"),
      row("99", "BOLT", "2019-05-02"),
      row("7", "ZZZ", "2019-05-01"),
    ].join("\n"),
  });
  const { body } = await other.call("adviser", "GET", lotsOf(account, "2019"));
  expect(body.map((lot: { taxLotId: string }) => lot.taxLotId)).toEqual([
    "7",
    "100000000000",
    "99",
    "100",
  ]);
  await other.close();
});

test("a reported year without lots is an empty list", async () => {
  const response = await service.call("adviser", "GET", lotsOf("RA00000001", "2023"));
  expect([response.status, response.text]).toEqual([200, "[]"]);
});

test("a past year that is not reported yet is not found", async () => {
  const response = await service.call("adviser", "GET", lotsOf("RA00000001", "2022"));
  expect([response.status, response.body]).toEqual([404, notReported]);
});

test.each([
  ["is missing", ""],
  ["is empty", "?taxyear="],
  ["has two digits", "?taxyear=24"],
  ["has five digits", "?taxyear=20244"],
  ["is no number", "?taxyear=last"],
  ["has other digits", `?taxyear=${encodeURIComponent("２０２４")}`],
  ["has a sign", "?taxyear=-024"],
  ["is the current one", "?taxyear=2026"],
  ["is to come", "?taxyear=2027"],
])("a tax year that %s is refused", async (_, query) => {
  const path = `/restapi/accounts/RA00000001/reportedtaxlots${query}`;
  const response = await service.call("adviser", "GET", path);
  expect(response.status).toBe(400);
  expect(response.body).toEqual([
    { type: "VALIDATION_FIELD", field: "taxyear", errorCode: "invalid.tax.year" },
  ]);
});

test("a tax year given twice is refused once", async () => {
  const response = await service.call(
    "adviser",
    "GET",
    `${lotsOf("RA00000001", "2024")}&taxyear=2023`,
  );
  expect(response.status).toBe(400);
  expect(response.body).toEqual([
    { type: "VALIDATION_FIELD", field: "taxyear", errorCode: "invalid.taxyear" },
  ]);
});

test("a non-taxable account is refused for any past year, reported or not", async () => {
  for (const year of ["2024", "1999"]) {
    const response = await service.call("adviser", "GET", lotsOf("RA00000002", year));
    expect(response.status).toBe(400);
    expect(response.body).toEqual([
      {
        type: "VALIDATION_FIELD",
        field: "accountnumber",
        errorCode: "account.non.taxable",
        message: "Reportable taxes are not available for the non-taxable account.",
      },
    ]);
  }
});

test("a bad year of a non-taxable account is refused only for the year", async () => {
  const response = await service.call("adviser", "GET", lotsOf("RA00000002", "2026"));
  expect(response.body).toEqual([
    { type: "VALIDATION_FIELD", field: "taxyear", errorCode: "invalid.tax.year" },
  ]);
});

test("the owner, the adviser and the operator read the lots; others may not", async () => {
  const path = lotsOf("RA00000001", "2024");
  const statusOf = async (caller: Parameters<TestService["call"]>[0], of = path) =>
    (await service.call(caller, "GET", of)).status;
  expect(await statusOf("adviser")).toBe(200);
  expect(await statusOf("readOnly")).toBe(200);
  expect(await statusOf("operator")).toBe(200);
  expect(await statusOf("client")).toBe(200);
  expect(await statusOf("client", lotsOf("RA00000005", "2024"))).toBe(403);
  expect(await statusOf("otherAdviser")).toBe(403);
  expect(await statusOf("issuer")).toBe(403);
  expect(await statusOf(null)).toBe(401);
});

test("another firm's account and an absent one get the same response, before the year is checked", async () => {
  const foreign = await service.call("otherAdviser", "GET", lotsOf("RA00000001", "x"));
  const absent = await service.call("otherAdviser", "GET", lotsOf("RA99999999", "x"));
  expect(foreign.status).toBe(403);
  expect([absent.status, absent.text]).toEqual([foreign.status, foreign.text]);
});

test("the response carries a tag that is valid for the caller's view and the query", async () => {
  const path = lotsOf("RA00000001", "2023");
  const first = await service.call("adviser", "GET", path);
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(first.headers["cache-control"]).toBe("private, no-cache");

  const again = await service.call("adviser", "GET", path, undefined, { "If-None-Match": tag });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", tag]);

  const others = [
    await service.call("client", "GET", path),
    await service.call("operator", "GET", path),
    await service.call("adviser", "GET", lotsOf("RA00000003", "2023")),
  ];
  expect(others.map(({ text }) => text)).toEqual(["[]", "[]", "[]"]);
  expect(new Set([tag, ...others.map(({ headers }) => headers.etag)]).size).toBe(4);
});

test("the tag changes with the lots", async () => {
  const path = lotsOf("RA00000003", "2025");
  const first = await service.call("adviser", "GET", path);
  const tag = { "If-None-Match": String(first.headers.etag) };
  expect(await service.call("adviser", "GET", path, undefined, tag)).toMatchObject({ status: 304 });

  await service.load({
    "reported-tax-lots.csv": [
      "accountNumber,taxYear,taxLotId,securityId,ticker,transCode,termOfSale,covered," +
        "closingTransactionDate,shareQuantity,netSaleAmount,adjustedCostBasis,reportableGainLoss",
      "RA00000003,2025,79001,603,CRUX,SLE,LT,C,2025-05-14,10,1250.00,900.00,350.00",
    ].join("\n"),
  });
  const changed = await service.call("adviser", "GET", path, undefined, tag);
  expect([changed.status, changed.body.length]).toEqual([200, first.body.length + 1]);
  const given = { "If-None-Match": String(changed.headers.etag) };
  const again = await service.call("adviser", "GET", path, undefined, given);
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("a year that cannot be returned is refused alike with a tag, with any tag and without one", async () => {
  const any = { "If-None-Match": "*" };
  const get = (account: string, year: string) =>
    service.call("adviser", "GET", lotsOf(account, year), undefined, any);
  expect((await get("RA00000001", "2022")).body).toEqual(notReported);
  expect((await get("RA00000002", "2025")).status).toBe(400);
  expect((await get("RB00000001", "2025")).status).toBe(403);
});
