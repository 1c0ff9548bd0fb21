// The lot engine as a command: lines of JSON in, lines of JSON out, each refusal with its line.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const account = '{"account":"RA00000001","isTaxable":true,"defaultMethod":"FIFO"}';
const bought =
  '{"kind":"buy","transactionId":"101","tradeOn":"2024-01-05","security":"601","shares":"25","price":"118.40"}';
const sold =
  '{"kind":"sell","transactionId":"102","tradeOn":"2024-06-03","security":"601","shares":"25","price":"96.10"}';
const boughtBack =
  '{"kind":"buy","transactionId":"103","tradeOn":"2024-06-20","security":"601","shares":"10","price":"97.00"}';

function run(...lines: string[]) {
  const main = join(import.meta.dirname, "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "engine", "lots"], {
    input: lines.join("\n"),
    encoding: "utf8",
  });
  const results = stdout.split("\n").filter((line) => line !== "");
  return { status, stderr, results: results.map((line) => JSON.parse(line)) };
}

test("the example of docs/tax-lots.md gives its rows, its open lot and its sums", () => {
  const { status, results } = run(account, bought, sold, boughtBack);
  const rows = results.map(({ type, netSaleAmount, adjustedCostBasis, disallowedLoss }) => ({
    type,
    netSaleAmount,
    adjustedCostBasis,
    disallowedLoss,
  }));
  expect(status).toBe(0);
  expect(rows.slice(0, 3)).toEqual([
    {
      type: "closed",
      netSaleAmount: "961.00",
      adjustedCostBasis: "1184.00",
      disallowedLoss: "223.00",
    },
    {
      type: "closed",
      netSaleAmount: "1441.50",
      adjustedCostBasis: "1776.00",
      disallowedLoss: null,
    },
    { type: "open", adjustedCostBasis: "1193.00" }, // 970.00 + 223.00
  ]);
  expect(results[3]).toMatchObject({ type: "sums", basisOpen: "1193.00", disallowed: "223.00" });
});

test("an impossible fact is refused with its line, and nothing else is printed", () => {
  const { status, stderr, results } = run(account, bought, sold.replace('"25"', '"26"'));
  expect({ status, stderr, results }).toEqual({
    status: 1,
    stderr: "bursar: Impossible facts: 1.\n",
    results: [
      {
        type: "refusal",
        line: 3,
        transactionId: "102",
        code: "fact.held",
        message: "26 of 601 are sold, 25 are held on 2024-06-03; short positions are not kept.",
      },
    ],
  });
});

test("what a load refuses is refused, and what has not taken effect today is left out", () => {
  const worthless =
    '{"kind":"worthlessness","transactionId":"102","tradeOn":"2024-06-03","security":"601"}';
  const same = boughtBack.replace(
    '"tradeOn":"2024-06-20"',
    '"tradeOn":"2024-01-05","entryOrder":"2"',
  );
  expect(run(account, bought, same).results).toMatchObject([{ line: 3, code: "fact.place" }]);
  const on = (today: string) => account.replace("}", `,"today":"${today}"}`);
  const types = (today: string) =>
    run(on(today), bought, worthless).results.map(({ type }) => type);
  expect(types("2024-12-30")).toEqual(["open", "sums"]);
  expect(types("2024-12-31")).toEqual(["closed", "sums"]);
});

test("a line that is not a fact is refused with its line", () => {
  const unknown = bought.replace('"shares"', '"shards"');
  expect(run(account, bought, unknown).stderr).toMatch(/^bursar: Line 3: .*shards/);
  expect(run(account, "{").stderr).toMatch(/^bursar: Line 2: /);
  expect(run().stderr).toBe("bursar: The first line, the account, is missing.\n");
});
