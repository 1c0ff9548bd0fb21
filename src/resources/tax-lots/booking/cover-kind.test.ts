// Compares the rule of cover of each kind of instrument with the table in docs/tax-lots.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { root } from "../../../../test/source-files.ts";
import type { LotFact } from "../../../engines/lot-relief/facts/fact.ts";
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
  const { securityKinds } = await selectLotAccount(service.db, "RA00000001", facts);
  const found = rows.map(({ securityId, type }) => [
    type,
    securityKinds?.get(securityId as LotFact["security"]),
  ]);
  expect(new Map(found as [string, string][])).toEqual(expected);
});
