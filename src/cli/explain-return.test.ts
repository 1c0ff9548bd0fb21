// Checks the example of docs/performance.md: from transactions and closes to the figures that are
// served, and their explanation line by line.
import { readFileSync } from "node:fs";
import type { Day } from "@bursar/values/dates";
import { beforeAll, expect, test } from "vitest";
import { useTestService } from "../../test/harness.ts";
import { explainReturn } from "../brokerage/books/performance/explain-return.ts";
import { refuseUnknown } from "./explain.ts";
import { returnLines } from "./explain-return.ts";

const page = readFileSync("docs/performance.md", "utf8");
const [transactions = "", prices = "", explanation = ""] = [
  ...page.slice(page.indexOf("## An example")).matchAll(/```\w*\n(.*?)```/gs),
].map(([, text = ""]) => text);

const service = useTestService();
beforeAll(async () => {
  await service.load({ "transactions.csv": transactions, "prices.csv": prices });
});

const account = "RA00000004";
const folio = "RA0000000403";
const from = `/restapi/accounts/${account}/folios/${folio}/performance`;
const daterange = "daterange=2016-03-04,2016-03-08";

test("the example's return is explained as the page shows it", async () => {
  const key = { accountNumber: account, folioNumber: folio };
  const range = { firstOn: "2016-03-04" as Day, lastOn: "2016-03-08" as Day };
  const explained = await explainReturn(service.db, key, range);
  if (explained === undefined) throw new Error("nothing is valued");
  expect(returnLines(folio, explained).join("\n")).toBe(explanation.trimEnd());
});

test("the explanation ends in the figures that are served", async () => {
  const served = await service.call("adviser", "GET", `${from}/summary?${daterange}`);
  expect(served.body).toMatchObject({
    timeWeightedReturn: "0.94340",
    netFlows: "-500.00",
    startMarketValue: "10120.00",
    endMarketValue: "9700.00",
  });
  const units = await service.call("adviser", "GET", `${from}/unitvalues?${daterange}`);
  expect(units.body).toMatchObject({
    values: [{ value: "101.20000" }, { value: "101.20000" }, { value: "102.15472" }],
  });
});

test("the reason for an absent figure is given", async () => {
  const row = "RA00000012,RA0000001203";
  await service.load({
    "valuations.csv": [
      "accountNumber,folioNumber,date,marketValue,securityFlows",
      `${row},2016-03-03,0.00,`,
      `${row},2016-03-04,0.00,`,
      `${row},2016-03-07,50.00,50.00`,
      `${row},2016-03-08,0.00,`,
      `${row},2016-03-09,5.00,`,
      `${row},2016-03-10,5.50,`,
      `${row},2016-03-11,0.00,-5.50`,
      `${row},2016-03-14,0.20,`,
      "",
    ].join("\n"),
  });
  const key = { accountNumber: "RA00000012", folioNumber: "RA0000001203" };
  const linesOf = async (first: string, last: string) => {
    const range = { firstOn: `2016-03-${first}` as Day, lastOn: `2016-03-${last}` as Day };
    const explained = await explainReturn(service.db, key, range);
    return explained ? returnLines("folio", explained) : [];
  };
  expect((await linesOf("03", "03")).at(-1)).toBe(
    "net: money-weighted return none: no time passes",
  );
  expect((await linesOf("03", "04")).at(-1)).toBe(
    "net: money-weighted return none: nothing was there",
  );
  expect(await linesOf("04", "09")).toEqual([
    "folio from 2016-03-04: value 0.00, unit gross 100.00000, net 100.00000",
    "2016-03-07  gross (50.00 + 0.00 + 0.00) / (0.00 + 50.00): 0.00000 %, unit 100.00000",
    "            net   (50.00 + 0.00) / (0.00 + 50.00): 0.00000 %, unit 100.00000",
    "            flows 0.00 of cash and 50.00 of shares",
    "2016-03-08  gross (0.00 + 0.00 + 0.00) / (50.00 + 0.00): -100.00000 %, unit 0.00000",
    "            net   (0.00 + 0.00) / (50.00 + 0.00): -100.00000 %, unit 0.00000",
    "2016-03-09  gross (5.00 + 0.00 + 0.00) / (0.00 + 0.00): below 1.00, no return, no unit",
    "            net   (5.00 + 0.00) / (0.00 + 0.00): below 1.00, no return, no unit",
    "net flows 50.00, end value 5.00",
    "gross: time-weighted return 0.00000 / 100.00000 - 1 = -100.00000 %",
    "gross: money-weighted return -97.84557 %", // 50 g^(3/5) = 5
    "net: time-weighted return 0.00000 / 100.00000 - 1 = -100.00000 %",
    "net: money-weighted return -97.84557 %",
  ]);
  expect(await linesOf("08", "10")).toEqual([
    "folio from 2016-03-08: value 0.00, unit gross 0.00000, net 0.00000",
    "2016-03-09  gross (5.00 + 0.00 + 0.00) / (0.00 + 0.00): below 1.00, no return, no unit",
    "            net   (5.00 + 0.00) / (0.00 + 0.00): below 1.00, no return, no unit",
    "2016-03-10  gross (5.50 + 0.00 + 0.00) / (5.00 + 0.00): 10.00000 %, unit 110.00000",
    "            net   (5.50 + 0.00) / (5.00 + 0.00): 10.00000 %, unit 110.00000",
    "net flows 0.00, end value 5.50",
    "gross: time-weighted return none: the range contains a new beginning",
    "gross: money-weighted return none: no rate fits",
    "net: time-weighted return none: the range contains a new beginning",
    "net: money-weighted return none: no rate fits",
  ]);
  expect(await linesOf("10", "14")).toEqual([
    "folio from 2016-03-09: value 0.00, unit gross 100.00000, net 100.00000",
    "            a new beginning: the 5.00 that was left counts as an inflow",
    "2016-03-10  gross (5.50 + 0.00 + 0.00) / (5.00 + 0.00): 10.00000 %, unit 110.00000",
    "            net   (5.50 + 0.00) / (5.00 + 0.00): 10.00000 %, unit 110.00000",
    "2016-03-11  gross (0.00 + 5.50 + 0.00) / (5.50 + 0.00): 0.00000 %, unit 110.00000",
    "            net   (0.00 + 5.50) / (5.50 + 0.00): 0.00000 %, unit 110.00000",
    "            flows 0.00 of cash and -5.50 of shares",
    "2016-03-14  gross (0.20 + 0.00 + 0.00) / (0.00 + 0.00): below 1.00, no return, unit 110.00000 is carried",
    "            net   (0.20 + 0.00) / (0.00 + 0.00): below 1.00, no return, unit 110.00000 is carried",
    "net flows -0.50, end value 0.20",
    "gross: time-weighted return 110.00000 / 100.00000 - 1 = 10.00000 %",
    "gross: money-weighted return 36.68747 %", // 5 g - 5.50 g^(3/5) = 0.20
    "net: time-weighted return 110.00000 / 100.00000 - 1 = 10.00000 %",
    "net: money-weighted return 36.68747 %",
  ]);
  expect((await linesOf("08", "09")).at(-1)).toBe("net: money-weighted return none: no rate fits");
});

test("an account or a folio that does not exist is refused by name", async () => {
  const known = "RA00000001";
  await expect(refuseUnknown(service.db, "RZ99999999")).rejects.toThrow("no such account");
  await expect(refuseUnknown(service.db, "not an account")).rejects.toThrow("no such account");
  const unknownFolio = refuseUnknown(service.db, known, `${known}99`);
  await expect(unknownFolio).rejects.toThrow("no folio of this number");
  await refuseUnknown(service.db, known);
  await refuseUnknown(service.db, known, `${known}01`);
});
