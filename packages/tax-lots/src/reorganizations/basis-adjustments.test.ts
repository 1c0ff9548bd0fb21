// Adjustments of basis: over which lots, what moves, and from which day.
import { expect, test } from "vitest";
import type { Id } from "../../../values/src/ids.ts";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import { checkFacts } from "../results/stream.ts";
import type { TraceEntry } from "../shelf/trace.ts";
import { runFacts } from "./run.ts";

scenario(
  "26 CFR 1.6045-1(n): premium amortised five times leaves no gain when a bond is redeemed at par",
  `
  kind X debt
  buy    B 10000 net 11000.00 2019-06-03
  adjust 1 amount -200.00 reason PRM 2019-12-31
  adjust 2 amount -200.00 reason PRM 2020-12-31
  adjust 3 amount -200.00 reason PRM 2021-12-31
  adjust 4 amount -200.00 reason PRM 2022-12-31
  adjust 5 amount -200.00 reason PRM 2023-12-31
  redeem R 10000 net 10000.00 2024-06-03
  closed B 10000 net 10000.00 basis 10000.00 original 11000.00 gain 0.00 term LT // 11000.00 - 5 × 200.00
`,
);

scenario(
  "an adjustment goes over all lots by quantity, a cent left over to the older lot",
  `
  buy    A 10 @ 50.00 2023-01-05
  buy    B 20 @ 60.00 2023-02-06
  buy    C 10 @ 70.00 2023-03-06
  adjust J amount 0.10 reason OID 2023-12-29
  left A 10 basis 500.03 original 500.00 acquired 2023-01-05 effective 2023-12-29 // 0.10 / 4 = 0.025
  left B 20 basis 1200.05
  left C 10 basis 700.02
`,
);

scenario(
  "an adjustment of named lots is over what is open of them: of a transaction, of a place",
  `
  transfer T 30 2023-01-09
  lot 10 acquired 2022-01-03 basis 100.00
  lot 20 acquired 2022-02-03 basis 200.00
  buy    A 10 @ 50.00 2023-01-10
  buy    B 10 @ 50.00 2023-01-11
  sell   S  5 @ 50.00 named A:5 2023-06-01
  adjust J amount -30.00 reason COR named A,T/2,A 2023-12-29
  closed A 5 basis 250.00
  left T 10 basis 100.00
  left T 20 basis 176.00 // -30.00 × 20 / 25
  left A 5 basis 244.00
  left B 10 basis 500.00
`,
);

scenario(
  "an adjustment entered late counts for lots that were closed since",
  `
  buy    A 10 @ 50.00 2023-01-05
  sell   S 10 @ 70.00 2024-03-01
  adjust J amount 12.00 reason UCG 2023-12-29
  closed A 10 basis 512.00 gain 188.00
`,
);

scenario(
  "an adjustment comes before the trades of its day, in the order of entry among events",
  `
  buy    A 10 @ 50.00 2023-01-05
  sell   S 4 @ 60.00 2023-12-29
  buy    B 10 @ 50.00 2023-12-29
  split  P ratio 2:1 2023-12-29
  adjust J amount 10.00 reason COR named A 2023-12-29
  closed A 4 basis 102.00 // 510.00 × 4 / 20
  left A 16 basis 408.00
  left B 10 basis 500.00
`,
);

scenario(
  "a gift's lower value moves along, not below 0",
  `
  gift   G 10 basis 500.00 donor 2020-01-06 value 40.00 2023-01-05
  adjust J amount -60.00 reason COR 2023-12-29
  left G 10 basis 440.00 lower 0.00
`,
);

scenario(
  "a lot of unknown basis takes its part and shows nothing",
  `
  transfer T 10 2023-01-05
  lot 10 acquired 2022-01-03
  buy    A 10 @ 50.00 2023-01-06
  adjust J amount -100.00 reason COR 2023-12-29
  left T 10 basis -
  left A 10 basis 450.00
`,
);

scenario(
  "a wash sale elsewhere adds its loss and moves the adjusted date back by the days held",
  `
  buy    A 10 @ 50.00 2024-01-05
  adjust J amount 40.00 reason WSH days 100 2024-02-01
  sell   S 10 @ 70.00 2024-10-01
  closed A 10 basis 540.00 acquired 2024-01-05 adjusted 2023-09-27 term LT // 100 days before 2024-01-05
`,
);

scenario(
  "under average cost an adjustment is of the position as of one lot",
  `
  account exempt AVGC
  buy    A 10 @ 50.00 2023-01-05
  buy    B 10 @ 70.00 2023-02-06
  adjust J amount -1100.00 reason COR 2023-12-29
  left A 10 basis 50.00 // (1200.00 - 1100.00) / 2
  left B 10 basis 50.00
`,
);

scenario(
  "under average cost no lots are named",
  `
  account exempt AVGC
  buy    A 10 @ 50.00 2023-01-05
  adjust J amount 1.00 reason COR named A 2023-12-29
  refused J fact.named.lots
`,
);

scenario(
  "an adjustment to below 0 is refused",
  `
  buy    A 10 @ 5.00 2023-01-05
  buy    B 10 @ 70.00 2023-02-06
  adjust J amount -100.02 reason COR 2023-12-29
  refused J fact.basis.below.zero
`,
);

test("a name that is not open that day is refused with what closed it", () => {
  const { account, facts } = parseScenario(`
    transfer 1 20 2023-01-09
    lot 10 acquired 2022-01-03 basis 100.00
    lot 10 acquired 2022-02-03 basis 200.00
    buy    2 10 @ 50.00 2023-01-10
    sell   3 5 @ 50.00 named 1/2:5 2023-02-01
    sell   4 5 @ 50.00 named 1/2:5 2023-03-01
    buy    5 10 @ 50.00 2024-01-10
    sell   6 10 @ 50.00 named 2:10 2024-03-01
    adjust 7 amount 1.00 reason COR named 1/2 2023-12-29
  `);
  const { refusals } = runFacts(account, facts);
  const message = "Nothing of a named lot is open: 1/2 on 2023-12-29, closed by 4 on 2023-03-01.";
  expect(refusals).toEqual([{ transactionId: "7", code: "fact.adjusted.held", message }]);
  expect(checkFacts(account, facts)).toEqual(refusals);
  const later = facts.map((fact) =>
    fact.kind === "basisAdjustment"
      ? { ...fact, adjustedLots: [{ transactionId: "5" as Id }] }
      : fact,
  );
  expect(runFacts(account, later).refusals[0]?.message).toBe(
    "Nothing of a named lot is open: 5 on 2023-12-29.",
  );
});

test("a trace has the sum of each lot that was adjusted", () => {
  const { account, facts } = parseScenario(`
    buy    A 10 @ 50.00 2023-01-05
    buy    B 30 @ 60.00 2023-02-06
    adjust J amount -20.00 reason PRM 2023-12-29
  `);
  const entries: TraceEntry[] = [];
  runFacts(account, facts, { wants: () => true, record: (entry) => entries.push(entry) });
  const events = entries.filter((entry) => entry.step === "event");
  expect(events.map(({ lot, sum }) => `${lot?.transactionId}: ${sum}`)).toEqual([
    "101: PRM - 20.00 × 10.00000 / 40.00000 = - 5.00: basis 500.00 - 5.00 = 495.00",
    "102: PRM - 20.00 × 30.00000 / 40.00000 = - 15.00: basis 1800.00 - 15.00 = 1785.00",
  ]);
});
