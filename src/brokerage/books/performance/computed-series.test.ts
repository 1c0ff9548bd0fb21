// Checks that transactions and closes become series, also when they are loaded late.
// (docs/performance.md, 2.1)

import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { explainReturn } from "./explain-return.ts";
import { verifySeries } from "./verify-series.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000004";
const header =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,amount,cancels";
const transactions = (...rows: string[]) => ({
  "transactions.csv": [header, ...rows.map((row) => `${account},${row}`), ""].join("\n"),
});
const prices = (...rows: string[]) => ({
  "prices.csv": ["securityId,date,close", ...rows, ""].join("\n"),
});

async function rawOf(days: string): Promise<string[]> {
  const path = `/restapi/accounts/${account}/performance/rawdata?daterange=${days}`;
  const { body } = await service.call("adviser", "GET", path);
  return body.values.map((day: Record<string, string>) =>
    [day.date?.slice(0, 10), day.marketValue, day.cashFlows, day.fees, day.unitValue].join(" "),
  );
}

test("a load of transactions and closes gives the account its series", async () => {
  await service.load({
    ...prices("603,2014-01-02,50", "603,2014-01-03,51", "603,2014-01-06,52"),
    ...transactions(
      "900001,DEP,1,RA0000000403,2014-01-02,,,,1000.00,",
      "900002,BUY,2,RA0000000403,2014-01-02,603,10,50,,",
      "900003,FEE,1,RA0000000403,2014-01-06,,,,10.00,",
    ),
  });
  expect(await rawOf("2014-01-01,2014-01-31")).toEqual([
    "2014-01-02 1000.00 1000.00 0.00 100.00000",
    "2014-01-03 1010.00 0.00 0.00 101.00000",
    "2014-01-06 1010.00 0.00 10.00 102.00000",
  ]);
});

test("a corrected close changes its day and those after it", async () => {
  await service.load(prices("603,2014-01-03,52"));
  expect(await rawOf("2014-01-01,2014-01-31")).toEqual([
    "2014-01-02 1000.00 1000.00 0.00 100.00000",
    "2014-01-03 1020.00 0.00 0.00 102.00000",
    "2014-01-06 1010.00 0.00 10.00 102.00000",
  ]);
});

test("the flow of a cancelled transaction is removed", async () => {
  await service.load(transactions("900004,CXL,,,,,,,,900003"));
  expect((await rawOf("2014-01-06,2014-01-06")).at(-1)).toBe(
    "2014-01-06 1020.00 0.00 0.00 102.00000",
  );
  expect((await verifySeries(service.db)).faults).toEqual([]);
});

test("a day on which the exchange turns out to be closed has no valuation", async () => {
  const exchange = (status: string) =>
    service.load({ "exchange-days.csv": `date,status\n2014-01-03,${status}\n` });
  await exchange("closed");
  expect(await rawOf("2014-01-01,2014-01-31")).toEqual([
    "2014-01-02 1000.00 1000.00 0.00 100.00000",
    "2014-01-06 1020.00 0.00 0.00 102.00000",
  ]);
  await exchange("open");
  expect(await rawOf("2014-01-03,2014-01-03")).toHaveLength(1);
});

test("a security without a close is valued at its latest trade, and the day is estimated", async () => {
  await service.load({
    "securities.csv": "securityId,ticker,name,instrumentType\n6999,NOCL,No Close,EQ\n",
    ...transactions("900005,BUY,3,RA0000000403,2014-01-02,6999,2,50,,"),
  });
  const path = `/restapi/accounts/${account}/performance/rawdata?daterange=2014-01-02,2014-01-06`;
  const { body } = await service.call("adviser", "GET", path);
  expect(body.values).toMatchObject([
    { marketValue: "1000.00", estimated: true },
    { marketValue: "1020.00", estimated: true },
    { marketValue: "1020.00", estimated: true },
  ]);
  await service.load(prices("6999,2014-01-06,60"));
  const { body: after } = await service.call("adviser", "GET", path);
  expect(after.values).toMatchObject([
    { marketValue: "1000.00", estimated: true },
    { marketValue: "1020.00", estimated: true },
    { marketValue: "1040.00", estimated: false },
  ]);
});

test("interest bought with a bond is accrued until its next interest, loaded late or not", async () => {
  const number = "RA00000015";
  const folio = "RA0000001503";
  const columns =
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,exDate," +
    "securityId,shares,price,amount,accruedInterest";
  const load = (...rows: string[]) =>
    service.load({
      "transactions.csv": [columns, ...rows.map((row) => `${number},${row}`), ""].join("\n"),
    });
  const shown = async () => {
    const path = `/restapi/accounts/${number}/performance/rawdata?daterange=2013-01-01,2013-01-31`;
    const { body } = await service.call("adviser", "GET", path);
    return body.values.map((day: Record<string, string>) => [day.marketValue, day.accrued]);
  };
  await service.load({
    "securities.csv": "securityId,ticker,name,instrumentType\n6998,BOND,A Bond,BD\n",
    ...prices("6998,2013-01-02,100", "6998,2013-01-03,100", "6998,2013-01-04,100"),
  });
  await load(
    `910001,DEP,1,${folio},2013-01-02,,,,,1100.00,`,
    `910002,BUY,2,${folio},2013-01-02,,6998,10,100,,20.00`,
    `910003,SLE,1,${folio},2013-01-04,,6998,5,100,,12.00`,
  );
  // 1100.00 − 20.00; then 5 shares take 10.00 along, and 12.00 are received.
  expect(await shown()).toEqual([
    ["1080.00", "20.00"],
    ["1080.00", "20.00"],
    ["1092.00", "10.00"],
  ]);
  const { body } = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${number}/closedtaxlots`,
  );
  expect(body).toMatchObject([{ netSaleAmount: "500.00", adjustedCostBasis: "500.00" }]);
  await load(`910004,INT,2,${folio},2013-01-04,2013-01-03,6998,,,30.00,`);
  expect(await shown()).toEqual([
    ["1080.00", "20.00"],
    ["1080.00", "30.00"],
    ["1122.00", "0.00"],
  ]);
});

test("an account has nothing of what a folio did before the end of its imported history", async () => {
  const number = "RA00000016";
  const brought = `${number}03`;
  const other = `${number}02`;
  await service.load({
    "unit-values.csv": [
      "accountNumber,folioNumber,date,grossUnitValue,netUnitValue",
      `${number},${brought},2014-01-03,75,70`,
      "",
    ].join("\n"),
    "transactions.csv": [
      header,
      `${number},920001,DEP,1,${other},2014-01-02,,,,500.00,`,
      `${number},920002,DEP,2,${brought},2014-01-02,,,,1000.00,`,
      `${number},920003,BUY,3,${brought},2014-01-02,603,10,50,,`,
      `${number},920004,BUY,4,${brought},2014-01-02,6999,2,50,,`,
      `${number},920005,DEP,1,${brought},2014-01-03,,,,80.00,`,
      `${number},920006,FEE,2,${brought},2014-01-03,,,,7.00,`,
      "",
    ].join("\n"),
  });
  const path = `/restapi/accounts/${number}/performance/rawdata?daterange=2014-01-01,2014-01-31`;
  const { body } = await service.call("adviser", "GET", path);
  const entered = { securityFlows: "1093.00", cashFlows: "0.00", fees: "0.00" };
  expect(body.values).toMatchObject([
    { marketValue: "500.00", cashFlows: "500.00", estimated: false },
    // 500.00, and in the folio 520.00 + 100.00 of shares and 473.00 of cash.
    { marketValue: "1593.00", ...entered, unitValue: "100.00000", estimated: true },
    { marketValue: "1613.00", cashFlows: "0.00", unitValue: "101.25549" }, // 1,613.00 / 1,593.00
  ]);
  const range = { firstOn: "2014-01-01" as Day, lastOn: "2014-01-06" as Day };
  const key = { accountNumber: number, folioNumber: "" };
  const { days } = (await explainReturn(service.db, key, range)) ?? { days: [] };
  expect(days.map(({ oldPrices }) => oldPrices.map(({ ticker }) => ticker))).toEqual([
    [],
    ["NOCL"],
    [],
  ]);
});

test("loaded valuations replace the computed ones of a folio that says so", async () => {
  await service.load({
    "folios.csv": [
      "accountNumber,folioNumber,folioName,folioType,performanceSource",
      `${account},RA0000000403,Core index,folio,loaded`,
      "",
    ].join("\n"),
    "valuations.csv": [
      "accountNumber,folioNumber,date,marketValue",
      `${account},RA0000000403,2014-01-03,2000.00`,
      "",
    ].join("\n"),
  });
  expect(await rawOf("2014-01-01,2014-01-31")).toEqual(["2014-01-03 2000.00 0.00 0.00 100.00000"]);
});
