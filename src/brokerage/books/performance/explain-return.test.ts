// Checks that an explained return ends in the figures that are served.

import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { explainReturn } from "./explain-return.ts";
import { verifySeries } from "./verify-series.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await service.load({
    "valuations.csv": [
      "accountNumber,folioNumber,date,marketValue,accrued,cashFlows,securityFlows,fees",
      "RA00000005,RA0000000503,2025-01-02,10000.00,,10000.00,,",
      "RA00000005,RA0000000503,2025-01-03,10100.00,,,,",
      "RA00000005,RA0000000503,2025-01-06,10403.00,,200.00,,30.30",
      "RA00000005,RA0000000503,2025-01-07,8900.00,100.00,-1403.00,,",
      "",
    ].join("\n"),
  });
});
afterAll(() => service.close());

const range = (firstOn: string, lastOn: string) => ({
  firstOn: firstOn as Day,
  lastOn: lastOn as Day,
});

test("a return is explained day by day, with flows and fees", async () => {
  const key = { accountNumber: "RA00000005", folioNumber: "RA0000000503" };
  expect(
    await explainReturn(service.db, key, range("2025-01-03", "2025-01-07")),
  ).toMatchInlineSnapshot(`
    {
      "days": [
        {
          "accrued": "0.00",
          "advanced": [],
          "advances": "0.00",
          "cashFlows": "200.00",
          "debit": "0.00",
          "fees": "30.30",
          "gross": "102.30712",
          "grossReturn": "1.29417",
          "inflow": "200.00",
          "isCarried": false,
          "marketValue": "10403.00",
          "net": "102.01000",
          "netReturn": "1.00000",
          "noReturn": null,
          "oldPrices": [],
          "on": "2025-01-06",
          "outflow": "0.00",
          "securityFlows": "0.00",
          "value": "10403.00",
          "valueBefore": "10100.00",
        },
        {
          "accrued": "100.00",
          "advanced": [],
          "advances": "0.00",
          "cashFlows": "-1403.00",
          "debit": "0.00",
          "fees": "0.00",
          "gross": "102.30712",
          "grossReturn": "0.00000",
          "inflow": "0.00",
          "isCarried": false,
          "marketValue": "8900.00",
          "net": "102.01000",
          "netReturn": "0.00000",
          "noReturn": null,
          "oldPrices": [],
          "on": "2025-01-07",
          "outflow": "1403.00",
          "securityFlows": "0.00",
          "value": "9000.00",
          "valueBefore": "10403.00",
        },
      ],
      "endMarketValue": "9000.00",
      "gross": {
        "endUnit": "102.30712",
        "moneyWeightedReturn": "1.30787",
        "startUnit": "101.00000",
        "timeWeightedReturn": "1.29418",
      },
      "net": {
        "endUnit": "102.01000",
        "moneyWeightedReturn": "1.00983",
        "startUnit": "101.00000",
        "timeWeightedReturn": "1.00000",
      },
      "netFlows": "-1203.00",
      "start": {
        "on": "2025-01-03",
        "value": "10100.00",
      },
    }
  `);
});

test.each([
  ["RA00000001", "2024-01-02,2024-12-31"],
  ["RA00000001/folios/RA0000000104", "2025-03-03,2025-06-30"],
  ["RA00000003", "2023-01-01,2025-12-31"],
  ["RA00000002", "2026-01-01,2026-09-30"],
])("the return of %s ends in the figures that are served", async (path, days) => {
  const [accountNumber = "", folioNumber = ""] = path.split("/folios/");
  const [firstOn = "", lastOn = ""] = days.split(",");
  const key = { accountNumber, folioNumber };
  const explained = await explainReturn(service.db, key, range(firstOn, lastOn));
  for (const [returntype, view] of [["grossfee", "gross"] as const, ["netfee", "net"] as const]) {
    const query = `daterange=${days}&returntype=${returntype}`;
    const { body } = await service.call(
      "adviser",
      "GET",
      `/restapi/accounts/${path}/performance/summary?${query}`,
    );
    const { timeWeightedReturn, moneyWeightedReturn } = explained?.[view] ?? {};
    expect(body).toMatchObject({
      timeWeightedReturn,
      moneyWeightedReturn,
      netFlows: explained?.netFlows,
      startMarketValue: explained?.start.value,
      endMarketValue: explained?.endMarketValue,
    });
    expect(timeWeightedReturn).toMatch(/^-?\d+\.\d{5}$/);
  }
});

test("it names what was valued at an earlier day's price, including one before a split", async () => {
  const account = "RA00000006";
  const folio = "RA0000000603";
  await service.load({
    "prices.csv":
      "securityId,date,close\n601,2016-01-04,50\n602,2016-01-04,20\n602,2016-01-05,21\n",
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,ratioNew,ratioOld",
      `${account},97001,BUY,1,${folio},2016-01-04,601,3,50,,`,
      `${account},97002,BUY,2,${account}02,2016-01-04,602,1,20,,`,
      `${account},97003,SPL,1,,2016-01-05,601,,,2,1`,
      "",
    ].join("\n"),
  });
  const daysOf = async (folioNumber: string) => {
    const key = { accountNumber: account, folioNumber };
    const explained = await explainReturn(service.db, key, range("2016-01-01", "2016-01-05"));
    return explained?.days.map(({ on, value, oldPrices }) => ({ on, value, oldPrices }));
  };
  const acme = { ticker: "ACME", pricedOn: "2016-01-04", origin: "close" };
  expect(await daysOf("")).toEqual([{ on: "2016-01-05", value: "1.00", oldPrices: [acme] }]);
  expect(await daysOf(folio)).toEqual([{ on: "2016-01-05", value: "0.00", oldPrices: [acme] }]);
  expect((await daysOf(`${account}02`))?.map(({ oldPrices }) => oldPrices)).toEqual([[]]);
});

test("a unit above one trillion is explained but not published, and the chain continues", async () => {
  const key = { accountNumber: "RA00000011", folioNumber: "RA0000001103" };
  const row = `${key.accountNumber},${key.folioNumber}`;
  await service.load({
    "valuations.csv": [
      "accountNumber,folioNumber,date,marketValue",
      `${row},2025-01-02,1.00`,
      `${row},2025-01-03,15000000000.00`, // 100 × 15,000,000,000
      `${row},2025-01-06,9000000000.00`,
      "",
    ].join("\n"),
  });
  const days = await explainReturn(service.db, key, range("2025-01-02", "2025-01-06"));
  expect(days?.days.map(({ gross }) => gross)).toEqual([
    "1500000000000.00000",
    "900000000000.00000",
  ]);
  const from = `/restapi/accounts/${key.accountNumber}/performance`;
  const daterange = "daterange=2025-01-02,2025-01-06";
  const units = await service.call("adviser", "GET", `${from}/unitvalues?${daterange}`);
  const raw = await service.call("adviser", "GET", `${from}/rawdata?${daterange}`);
  expect(units.body.values.map(({ value }: { value: string }) => value)).toEqual([
    "100.00000",
    "900000000000.00000",
  ]);
  expect(raw.body.values[1]).toMatchObject({ unitValue: "1500000000000.00000" });
  expect((await verifySeries(service.db)).faults).toEqual([]);
});
