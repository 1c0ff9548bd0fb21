// The output of `bursar audit show` for an entry.
import { expect, test } from "vitest";
import { memberLines } from "../values/readable.ts";
import { printedDetail } from "./audit.ts";

test.each([
  [
    "what is new",
    { before: { accounts: [null] }, after: { accounts: [{ name: "A", plan: null }] } },
    ["after.accounts[0].name: A"],
  ],
  [
    "a value that is gone",
    { before: { name: "A", plan: "1" }, after: { name: "A: null", plan: null } },
    ["before.name: A", "before.plan: 1", "after.name: A: null", "after.plan: null"],
  ],
  [
    "a row that is withdrawn",
    { before: { lots: [null, { id: "7", term: null }] }, after: { lots: [{ id: "8" }, null] } },
    ["before.lots[1].id: 7", "after.lots[0].id: 8", "after.lots[1]: null"],
  ],
  [
    "a summary",
    { detail: { prices: { count: "2", withdrawn: null } } },
    ["detail.prices.count: 2"],
  ],
])("of %s no null is shown that replaces nothing", (_, detail, lines) => {
  expect(memberLines(printedDetail(detail))).toEqual(lines);
});
