// A purchase whose cash comes later: in the raw data, the explanation and the steps, before and after the
// deposit is known. (docs/performance.md, 1 and 2)
import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { returnLines } from "../../../cli/explain-return.ts";
import { explainReturn } from "./explain-return.ts";
import { verifySeries } from "./verify-series.ts";

let service: TestService;
const account = "RA00000004";
const folio = `${account}03`;
const header =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,fees,amount";
const load = (...rows: string[]) =>
  service.load({
    "transactions.csv": [header, ...rows.map((row) => `${account},${row}`), ""].join("\n"),
  });

beforeAll(async () => {
  service = await openTestService();
  await service.load({
    "prices.csv": [
      "securityId,date,close",
      "603,2014-06-23,50.15",
      "603,2014-06-24,50.50",
      "603,2014-06-25,51.00",
      "603,2014-06-26,51.51",
      "603,2014-07-08,52.00",
      "",
    ].join("\n"),
  });
  await load(`970001,BUY,1,${folio},2014-06-23,603,100,50,5.00,`);
});
afterAll(() => service.close());

const from = `/restapi/accounts/${account}/performance`;
const days = "daterange=2014-06-20,2014-07-31";

async function rawData(): Promise<string[]> {
  const { body } = await service.call("adviser", "GET", `${from}/rawdata?${days}`);
  return body.values.map(
    ({
      date,
      marketValue,
      accrued,
      cashFlows,
      cash,
      advances,
      unitValue,
    }: Record<string, string>) =>
      [date?.slice(0, 10), marketValue, accrued, cashFlows, cash, advances, unitValue].join(" "),
  );
}

async function explanation(): Promise<string[]> {
  const range = { firstOn: "2014-06-20" as Day, lastOn: "2014-06-24" as Day };
  const key = { accountNumber: account, folioNumber: "" };
  const explained = await explainReturn(service.db, key, range);
  return explained ? returnLines(account, explained) : [];
}

test("without cash the purchase is owed, and no day has a return", async () => {
  expect(await rawData()).toEqual([
    "2014-06-23 10.00 0.00 0.00 -5005.00 0.00 100.00000", // 5015.00 − 5005.00
    "2014-06-24 45.00 0.00 0.00 -5005.00 0.00 100.00000",
    "2014-06-25 95.00 0.00 0.00 -5005.00 0.00 100.00000",
    "2014-06-26 146.00 0.00 0.00 -5005.00 0.00 100.00000",
    "2014-07-08 195.00 0.00 0.00 -5005.00 0.00 100.00000",
  ]);
  expect(await explanation()).toContain(
    "2014-06-24  gross (45.00 + 0.00 + 0.00) / (10.00 + 0.00): below a twentieth of the debit, " +
      "5005.00 / 20 = 250.25, no return, unit 100.00000 is carried",
  );
  expect(await explanation()).toContain(
    `            ${folio} lacks 5005.00 for its purchases of 2014-06-23: no more cash comes in until 2014-06-30`,
  );
  const summary = await service.call("adviser", "GET", `${from}/summary?${days}`);
  expect(summary.body).toMatchObject({ timeWeightedReturn: null, endMarketValue: "195.00" });
  const steps = await service.call("adviser", "GET", `${from}/steps?${days}&by=month`);
  expect(steps.body.gross.noReturn).toBe("nothing was held: no day has a return");
  expect(steps.body.steps[0]).toMatchObject({ debit: "5005.00", carriedDays: "3" });
  const byDay = await service.call("adviser", "GET", `${from}/steps?${days}`);
  expect(byDay.body.steps[0].noReturn).toBe(
    "10.00 + 0.00 is below a twentieth of the debit, 5005.00 / 20 = 250.25",
  );
  expect(byDay.body.steps[0].advanced[0]).toMatchObject({ lacked: "5005.00", amount: null });
  const periods = await service.call("adviser", "GET", `${from}/periods?asof=2014-07-31`);
  expect(periods.body.calendar[0].months).toEqual([
    { month: "2014-06", gross: null, net: null },
    { month: "2014-07", gross: null, net: null },
  ]);
});

test("a deposit after the payment period counts on its own day", async () => {
  await load(`970002,DEP,1,${folio},2014-07-08,,,,,5005.00`);
  expect((await rawData()).at(-1)).toBe(
    // 100 × 5200.00 / (146.00 + 5005.00)
    "2014-07-08 5200.00 0.00 5005.00 0.00 0.00 100.95127",
  );
});

test("one within it is a flow of the day of the purchase, and accrued until it comes", async () => {
  const moved = `${header},replaces`;
  const row = `${account},970003,DEP,1,${folio},2014-06-25,,,,,5005.00,970002`;
  await service.load({ "transactions.csv": `${moved}\n${row}\n` });
  expect(await rawData()).toEqual([
    "2014-06-23 10.00 5005.00 5005.00 -5005.00 5005.00 100.19980", // 5015.00 / 5005.00
    "2014-06-24 45.00 5005.00 0.00 -5005.00 5005.00 100.89910",
    "2014-06-25 5100.00 0.00 0.00 0.00 0.00 101.89810",
    "2014-06-26 5151.00 0.00 0.00 0.00 0.00 102.91708",
    "2014-07-08 5200.00 0.00 0.00 0.00 0.00 103.89610",
  ]);
  expect(await explanation()).toEqual([
    `${account} from 2014-06-22: value 0.00, unit gross 100.00000, net 100.00000`,
    "2014-06-23  gross (5015.00 + 0.00 + 0.00) / (0.00 + 5005.00): 0.19980 %, unit 100.19980",
    "            net   (5015.00 + 0.00) / (0.00 + 5005.00): 0.19980 %, unit 100.19980",
    "            value 10.00 and 5005.00 accrued, of it 5005.00 advanced by cash to come",
    `            ${folio} lacks 5005.00 for its purchases of 2014-06-23: 5005.00 advanced by ` +
      "transaction 970003 of 2014-06-25, in time until 2014-06-30",
    "2014-06-24  gross (5050.00 + 0.00 + 0.00) / (5015.00 + 0.00): 0.69791 %, unit 100.89910",
    "            net   (5050.00 + 0.00) / (5015.00 + 0.00): 0.69791 %, unit 100.89910",
    "            value 45.00 and 5005.00 accrued, of it 5005.00 advanced by cash to come",
    "net flows 5005.00, end value 5050.00",
    "gross: time-weighted return 100.89910 / 100.00000 - 1 = 0.89910 %",
    "gross: money-weighted return 0.89910 %",
    "net: time-weighted return 100.89910 / 100.00000 - 1 = 0.89910 %",
    "net: money-weighted return 0.89910 %",
  ]);
  const steps = await service.call("adviser", "GET", `${from}/steps?${days}`);
  expect(steps.body.steps.slice(0, 3)).toMatchObject([
    {
      advances: "5005.00",
      debit: "0.00",
      carriedDays: "0",
      noReturn: null,
      advanced: [
        {
          date: "2014-06-23T04:00:00.000+0000",
          folioNumber: folio,
          lacked: "5005.00",
          amount: "5005.00",
          transactionId: "970003",
          paidDate: "2014-06-25T04:00:00.000+0000",
          untilDate: "2014-06-30T04:00:00.000+0000",
          givenBy: null,
        },
      ],
    },
    { advances: "5005.00" },
    { advances: "0.00" },
  ]);
  expect((await verifySeries(service.db)).faults).toEqual([]);
});
