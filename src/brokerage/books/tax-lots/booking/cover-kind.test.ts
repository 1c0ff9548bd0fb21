// Compares the rule of cover of each kind of instrument with the table in docs/tax-lots.md, and checks
// that it is that of the security a lot has become.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LotFact } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../../test/harness.ts";
import { root } from "../../../../../test/source-files.ts";
import { selectLotAccount } from "./changes.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const page = readFileSync(join(root, "docs/tax-lots.md"), "utf8");
const named = page
  .split("\n")
  .flatMap((line) => /^\| (`[A-Z`, ]+`) \| (fund|debt|option) \|/.exec(line) ?? [])
  .filter((cell) => !cell.startsWith("|"));

test("instrument types fall under the rules of cover that the page lists, and all else is stock", async () => {
  const expected = new Map<string, string>([
    ["EQ", "stock"],
    ["PR", "stock"],
    ["mf", "stock"], // a code matches only letter by letter
  ]);
  for (let at = 0; at < named.length; at += 2) {
    for (const code of named[at]?.match(/[A-Z]+/g) ?? []) expected.set(code, named[at + 1] ?? "");
  }
  expect(expected.size).toBe(9);
  const rows = [...expected.keys()].map((type, at) => ({
    securityId: String(9601 + at),
    type,
  }));
  await service.load({
    "securities.csv": `securityId,ticker,cusip,name,instrumentType\n${rows
      .map(({ securityId, type }) => `${securityId},T${securityId},,Test ${securityId},${type}\n`)
      .join("")}`,
  });
  const facts = rows.map(({ securityId }) => ({ security: securityId }) as LotFact);
  const { securityKinds } = await selectLotAccount(
    service.db,
    "RA00000001",
    facts,
    "2024-01-02" as Day,
  );
  const found = rows.map(({ securityId, type }) => [
    type,
    securityKinds?.get(securityId as LotFact["security"]),
  ]);
  expect(new Map(found as [string, string][])).toEqual(expected);
});

const account = "RA00000006";

// Acquired in 2011, all of them are covered as stock, and not as funds or debt.
test.each([
  ["a change of symbol", "9621", ["BD", "BD"], { transactionType: "SYM" }],
  ["a merger", "9623", ["EQ", "MF"], { transactionType: "MRG", ratioNew: "1", ratioOld: "1" }],
  [
    "a spin-off",
    "9625",
    ["EQ", "MF"],
    {
      transactionType: "SPO",
      ratioNew: "1",
      ratioOld: "1",
      childValue: "50",
      parentValue: "50",
    },
  ],
])("what %s has brought is covered by the rule of its own kind", async (_, id, kinds, event) => {
  const brought = String(Number(id) + 1);
  const securities = [id, brought].map((each, at) => `${each},T${each},,Test ${each},${kinds[at]}`);
  await service.load({
    "securities.csv": `securityId,ticker,cusip,name,instrumentType\n${securities.join("\n")}\n`,
  });
  const path = `/restapi/accounts/${account}`;
  const book = async (...transactions: object[]) => {
    const response = await service.call("operator", "POST", `${path}/transactions`, {
      transactions,
    });
    expect(response.status, response.text).toBe(201);
  };
  const inFolio = { folioNumber: `${account}03` };
  const buy = { ...inFolio, transactionType: "BUY", tradeDate: "2011-05-02", securityId: id };
  await book(
    { ...buy, shares: "10", price: "100" },
    { ...event, tradeDate: "2020-03-02", securityId: id, intoSecurityId: brought },
  );
  const coverOf = async (lots: string) => {
    const { body } = await service.call("adviser", "GET", `${path}/${lots}`);
    return body.flatMap((lot: { security: { id: string }; covered: boolean }) =>
      lot.security.id === brought ? [lot.covered] : [],
    );
  };
  expect(await coverOf("opentaxlots")).toEqual([false]);
  const sale = { securityId: brought, shares: "4", price: "60" };
  const tried = await service.call("adviser", "POST", `${path}/taxlots/preview`, sale);
  expect(tried.body.sales[0].lots).toMatchObject([{ covered: false }]);
  await book({ ...inFolio, ...sale, transactionType: "SLE", tradeDate: "2026-03-02" });
  expect(await coverOf("closedtaxlots")).toEqual([false]);
  expect(await coverOf("opentaxlots")).toEqual([false]);
});
