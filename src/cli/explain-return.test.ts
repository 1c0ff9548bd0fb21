// Holds the example of docs/performance.md: from transactions and closes to the figures that are
// served, and their explanation line by line.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../../test/harness.ts";
import { explainReturn } from "../resources/performance/explain-return.ts";
import type { Day } from "../values/dates.ts";
import { returnLines } from "./explain-return.ts";

const page = readFileSync("docs/performance.md", "utf8");
const [transactions = "", prices = "", explanation = ""] = [
  ...page.slice(page.indexOf("## An example")).matchAll(/```\w*\n(.*?)```/gs),
].map(([, text = ""]) => text);

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.load({ "transactions.csv": transactions, "prices.csv": prices });
});
afterAll(() => house.close());

const [account, folio] = ["RA00000004", "RA0000000403"];
const from = `/restapi/accounts/${account}/folios/${folio}/performance`;
const daterange = "daterange=2016-03-04,2016-03-08";

test("the example's return is explained as the page shows it", async () => {
  const key = { accountNumber: account, folioNumber: folio };
  const range = { firstOn: "2016-03-04" as Day, lastOn: "2016-03-08" as Day };
  const explained = await explainReturn(house.db, key, range);
  if (explained === undefined) throw new Error("nothing is valued");
  expect(returnLines(folio, explained).join("\n")).toBe(explanation.trimEnd());
});

test("it ends in what is served", async () => {
  const served = await house.call("adviser", "GET", `${from}/summary?${daterange}`);
  expect(served.body).toMatchObject({
    timeWeightedReturn: "0.94340",
    netFlows: "-500.00",
    startMarketValue: "10120.00",
    endMarketValue: "9700.00",
  });
  const units = await house.call("adviser", "GET", `${from}/unitvalues?${daterange}`);
  expect(units.body).toMatchObject({
    values: [{ value: "101.20000" }, { value: "101.20000" }, { value: "102.15472" }],
  });
});
