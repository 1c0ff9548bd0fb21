// The calculation of fees as a command: lines of JSON in, lines of JSON out.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { expect, test } from "vitest";
import { refuseImpossible } from "./engine-fees.ts";
import type { PartLine, PlanLine } from "./fee-records.ts";

function run(...lines: string[]) {
  const main = join(import.meta.dirname, "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "engine", "fees"], {
    input: lines.join("\n"),
    encoding: "utf8",
  });
  const results = stdout.split("\n").filter((line) => line !== "");
  return { status, stderr, results: results.map((line) => JSON.parse(line)) };
}

const plan =
  '{"kind":"plan","from":"2026-01-01","to":"2026-03-31","months":3,"excludeCash":true,"flowFrom":"10000.00",' +
  '"assetFees":[{"fromAmount":0,"annualRate":"1.00"}],' +
  '"splits":[{"payee":"Firm","percent":"87.50"},{"payee":"Solicitor","percent":"12.50"}]}';

test("a plan and its parts give the fee, its shares, its payees and every step", () => {
  const { status, results } = run(
    plan,
    '{"kind":"part","account":"B","from":"2026-01-01","to":"2026-03-31",' +
      '"values":[{"on":"2026-03-31","value":"512000.00"}],"flows":[{"on":"2026-03-20","amount":"100000.00"}]}',
    '{"kind":"part","account":"A","from":"2026-01-01","to":"2026-03-31","discount":"50.00",' +
      '"values":[{"on":"2026-03-31","value":"250000.00","cash":"30000.00"}]}',
    '{"kind":"flow","on":"2026-02-17","amount":"60000.00","rate":"1.00","months":3,"days":90,"daysLeft":43}',
    '{"kind":"unserved","fee":"1250.00","days":91,"daysUnserved":46}',
    '{"kind":"collect","due":"550.00","freeCash":"400.00","insufficient":"P"}',
  );
  expect(status).toBe(0);
  const short = results.filter(({ type }) => type !== "step");
  expect(short).toEqual([
    { type: "flow", amount: "71.67" },
    { type: "refund", amount: "-631.87" },
    { type: "collected", amount: "400.00", due: "150.00" },
    { type: "payee", payee: "Firm", amount: "1171.04" }, // 0.875 × 1338.33 = 1171.03875
    { type: "payee", payee: "Solicitor", amount: "167.29" }, // 167.29125
    { type: "share", account: "A", basis: "220000.00", amount: "275.00" },
    { type: "share", account: "B", basis: "425333.33", amount: "1063.33" },
    { type: "fee", amount: "1338.33", rate: "1.000000", bounds: [] },
  ]);
  expect(results).toContainEqual({
    type: "step",
    step: "fee",
    sum: "A: 220000.00 × the rate × 3/12 × 90/90, less 50.00 percent",
    amount: "275.00",
  });
});

test("days outside the period and days that stand twice are refused together", () => {
  const to = "2026-03-31" as Day;
  const part = (from: string): PartLine => ({
    kind: "part",
    account: "A",
    from: from as Day,
    to,
    values: [],
  });
  const period = { from: "2026-01-01" as Day, to };
  expect(() => refuseImpossible(period, [part("2026-01-01"), part("2025-12-31")])).toThrow(
    "The days 2025-12-31 to 2026-03-31 of A do not lie in 2026-01-01 to 2026-03-31.\n" +
      "Days of A stand twice: 2025-12-31 to 2026-03-31.",
  );
  refuseImpossible(period, [part("2026-01-01")]);
});

test("tiers out of order and splits of less than the whole are refused together", () => {
  const period = { from: "2026-01-01" as Day, to: "2026-03-31" as Day };
  const tier = (fromAmount: string) => {
    return { fromAmount: fromAmount as Decimal, annualRate: "1.00" as Decimal };
  };
  const split = (percent: string) => ({ payee: "Firm", percent: percent as Decimal });
  const refuse = (plan: Pick<PlanLine, "assetFees" | "splits">) => () =>
    refuseImpossible({ ...period, ...plan }, []);
  const isFalling = "Each fromAmount of assetFees must be above the one before it.";
  expect(
    refuse({
      assetFees: [tier("0"), tier("250000.00"), tier("250000.00")],
      splits: [split("87.50"), split("12.49")],
    }),
  ).toThrow(`${isFalling}\nThe percent of splits must be 100.00 together, not 99.99.`);
  expect(refuse({ assetFees: [tier("250000.00"), tier("0")] })).toThrow(isFalling);
  refuse({ assetFees: [tier("0"), tier("250000.00")], splits: [split("100.00")] })();
  refuse({ splits: [] })();
});
