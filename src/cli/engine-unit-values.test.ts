// The engine of unit values as a command: lines of JSON in, lines of JSON out.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

function run(...lines: string[]) {
  const main = join(import.meta.dirname, "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "engine", "unit-values"], {
    input: lines.join("\n"),
    encoding: "utf8",
  });
  const results = stdout.split("\n").filter((line) => line !== "");
  return { status, stderr, results: results.map((line) => JSON.parse(line)) };
}

const short = (results: Record<string, string>[]) =>
  results.map(({ folio = "account", on, marketValue, securityFlows, gross, net }) =>
    [folio, on, marketValue, securityFlows, gross, net].join(" "),
  );

test("the example of docs/performance.md gives its days, net of the fee", () => {
  const { status, results } = run(
    '{"kind":"valuation","folio":"F","on":"2025-01-02","marketValue":"10000.00","cashFlows":"10000.00"}',
    '{"kind":"valuation","folio":"F","on":"2025-01-03","marketValue":"10100.00"}',
    '{"kind":"valuation","folio":"F","on":"2025-01-04","cashFlows":"200.00"}',
    '{"kind":"valuation","folio":"F","on":"2025-01-06","marketValue":"10403.00","fees":"30.30"}',
  );
  expect(status).toBe(0);
  expect(short(results).slice(3)).toEqual([
    "F 2025-01-02 10000.00 0.00 100.000000000000000000 100.000000000000000000",
    "F 2025-01-03 10100.00 0.00 101.000000000000000000 101.000000000000000000",
    "F 2025-01-06 10403.00 0.00 102.307116504854368932 102.010000000000000000",
  ]);
});

test("facts and closes give raw data, with shares from outside at the price of their day", () => {
  const { status, results } = run(
    '{"account":"RA00000001","isTaxable":true,"defaultMethod":"FIFO"}',
    '{"kind":"deposit","transactionId":"1","tradeOn":"2025-01-02","folio":"F","amount":"1000.00"}',
    '{"kind":"buy","transactionId":"2","tradeOn":"2025-01-02","folio":"F","security":"601","shares":"10","price":"50"}',
    '{"kind":"giftIn","transactionId":"3","tradeOn":"2025-01-04","folio":"F","security":"601","shares":"2"}',
    '{"kind":"split","transactionId":"4","tradeOn":"2025-01-05","security":"601","ratioNew":"2","ratioOld":"1"}',
    '{"kind":"close","security":"601","on":"2025-01-02","close":"50"}',
    '{"kind":"close","security":"601","on":"2025-01-06","close":"30"}',
  );
  expect(status).toBe(0);
  // 500.00 cash; 12 shares become 24 at 30.00; the 2 given are 4 by then: a flow of 120.00.
  expect(short(results).slice(2)).toEqual([
    "F 2025-01-02 1000.00 0.00 100.000000000000000000 100.000000000000000000",
    "F 2025-01-06 1220.00 120.00 108.928571428571428571 108.928571428571428571",
  ]);
});

test("quotations go by the factor that a line names, and a late deposit is advanced", () => {
  const { status, results } = run(
    '{"kind":"security","security":"601","quotationFactor":"0.01"}',
    '{"kind":"buy","transactionId":"1","tradeOn":"2025-06-23","folio":"F","security":"601","shares":"10000","price":"98.50"}',
    '{"kind":"deposit","transactionId":"2","tradeOn":"2025-06-25","folio":"F","amount":"9850.00"}',
    '{"kind":"fee","transactionId":"3","tradeOn":"2025-06-25","folio":"F","amount":"98.50","isRefund":true}',
    '{"kind":"close","security":"601","on":"2025-06-23","close":"99.485"}',
    '{"kind":"close","security":"601","on":"2025-06-25","close":"99.485"}',
  );
  expect(status).toBe(0);
  expect(results.slice(2)).toMatchObject([
    { cashFlows: "9850.00", accrued: "9850.00", cash: "-9850.00", advances: "9850.00" },
    { cashFlows: "0.00", accrued: "0.00", cash: "98.50", advances: "0.00", fees: "-98.50" },
  ]);
  // 10000 × 99.485 × 0.01 / 9850.00; then (9948.50 + 98.50) / 9948.50, of which gross leaves the refund out.
  expect(short(results).slice(2)).toEqual([
    "F 2025-06-23 98.50 0.00 101.000000000000000000 101.000000000000000000",
    "F 2025-06-25 10047.00 0.00 101.000000000000000000 102.000000000000000000",
  ]);
});

test("a day under a debit of more than twenty times its capital carries its units", () => {
  const { results } = run(
    '{"kind":"valuation","folio":"F","on":"2025-01-02","marketValue":"10.00","cash":"-201.00"}',
    '{"kind":"valuation","folio":"F","on":"2025-01-03","marketValue":"20.00","cash":"-201.00"}',
    '{"kind":"valuation","folio":"F","on":"2025-01-06","marketValue":"30.00","cash":"-201.00","fees":"-1.00"}',
  );
  expect(results.slice(3).map(({ grossReturn, netReturn }) => [grossReturn, netReturn])).toEqual([
    ["0.00000", "0.00000"],
    [null, null],
    ["45.00000", "50.00000"], // (30.00 − 1.00) / 20.00
  ]);
});

test("an impossible line is named", () => {
  const { status, stderr } = run('{"kind":"close","security":"601","on":"2025-02-29","close":"1"}');
  expect([status, stderr.startsWith("bursar: Line 1: ")]).toEqual([1, true]);
});
