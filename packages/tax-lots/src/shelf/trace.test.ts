// A run records its steps when traced, and nothing otherwise.
import { expect, test } from "vitest";
import type { Id } from "../../../values/src/ids.ts";
import { parseScenario } from "../../reference/scenario.ts";
import { runFacts } from "../reorganizations/run.ts";
import type { Trace, TraceEntry } from "./trace.ts";

const history = `
  buy  A 10 @ 50.00 fees 1.00 2023-01-05
  buy  B 10 @ 120.00 2024-02-10
  sell S 12 @ 100.00 2025-06-01 LGHL
  buy  C 4 @ 95.00 2025-06-10
`;

function traceOf(wanted: string): TraceEntry[] {
  const entries: TraceEntry[] = [];
  const trace: Trace = {
    wants: (security: Id) => security === wanted,
    record: (entry) => entries.push(entry),
  };
  const { account, facts } = parseScenario(history);
  runFacts(account, facts, trace);
  return entries;
}

test("a trace records the purchases, the order considered, each sum and the match", () => {
  const lines = traceOf("601").map((entry) =>
    entry.step === "considered"
      ? `considered by ${entry.method} at ${entry.price}: ${entry.lots
          .map((lot) => `${lot.transactionId} ${lot.shares} ${lot.gainPerShare} ${lot.term}`)
          .join(", ")}`
      : `${entry.step} ${entry.transactionId}: ${entry.sum}`,
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "acquired 101: 10.00000 × 50.00 + 1.00 fees = 501.00",
      "acquired 102: 10.00000 × 120.00 + 0.00 fees = 1200.00",
      "considered by S at 100.000000: 102 10.00000 -20.000000 long, 101 10.00000 49.900000 long",
      "closed 103: 1200.00 × 10.00000 / 12.00000 = 1000.00; 1000.00 - 1200.00 = -200.00",
      "closed 103: 1200.00 × 2.00000 / 12.00000 = 200.00; 200.00 - 100.20 = 99.80",
      "acquired 104: 4.00000 × 95.00 + 0.00 fees = 380.00",
      "matched 103: loss of 4.00000 shares 80.00 goes to 4.00000 shares bought 2025-06-10: basis 380.00 + 80.00 = 460.00, held from 2024-02-19",
    ]
  `);
});

test("a trace receives only the securities it wants", () => {
  expect(traceOf("602")).toEqual([]);
});
