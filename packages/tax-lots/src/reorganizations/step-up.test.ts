// The step-up at an owner's death: part of every share, or the whole, is inherited. (26 USC 1014)
import { expect, test } from "vitest";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import type { TraceEntry } from "../shelf/trace.ts";
import { runFacts } from "./run.ts";

scenario(
  "half of joint shares is stepped up to the market value at death",
  `
  buy     A 5000 @ 10.00 2015-03-02
  step-up D inherits 0.5 value 150000.00 2024-05-06
  sell    S 2000 net 60000.00 2024-06-03
  closed A 2000 net 60000.00 basis 40000.00 original 20000.00 gain 20000.00 adjusted 2015-03-02 term LT
  left A 3000 basis 60000.00 original 30000.00 acquired 2015-03-02 effective 2024-05-06
`, // 5000 × 10.00 × 0.5 + 150000.00 × 0.5 = 100000.00
);

scenario(
  "of a lot not yet long the inherited part becomes a lot of its own, which is long",
  `
  buy     A 101 @ 10.00 2024-03-04
  step-up D inherits 0.5 value 3030.00 2024-05-06
  sell    S 101 @ 30.00 2024-06-03
  closed A 50.5 basis 1010.00 gain 505.00 adjusted 2024-03-04 term ST // (1010.00 + 3030.00) / 2 = 2020.00
  closed A 50.5 basis 1010.00 gain 505.00 adjusted 2024-03-04 term LT
`,
);

scenario(
  "a step-up shares the market value by quantity and rounds half a cent to the even one",
  `
  buy     A 1 net 1.00 2015-03-02
  buy     B 1 net 1.04 2015-03-03
  step-up D inherits 0.25 value 3.00 2024-05-06
  left A 1 basis 1.12 // 0.75 + 0.375 = 1.125
  left B 1 basis 1.16 // 0.78 + 0.375 = 1.155
`,
);

scenario(
  "a whole step-up is an inheritance: its date, its value, long, whatever was not known before",
  `
  transfer T 20 2023-01-09
  lot 10 uncovered basis 100.00 acquired 2009-01-05
  lot 10
  gift    G 10 basis 500.00 donor 2020-01-06 value 40.00 2023-02-06
  buy     A 20 @ 10.00 2024-05-01
  split   P ratio 2:1 2024-05-02
  step-up D inherits 1 value 1000.00 2024-05-06
  sell    S 20 @ 5.00 2024-05-07 named A:20
  closed A 20 basis 200.00 original 200.00 first 20 gain -100.00 disallowed - term LT
  left T 20 basis 200.00 original 200.00 acquired 2024-05-06 covered C known K transferred 2023-01-09
  left T 20 basis 200.00 original 200.00 adjusted 2024-05-06 first 20
  left G 20 basis 200.00 lower - given -
  left A 20 basis 200.00 long -
`, // 1000.00 × 20 / 100
);

scenario(
  "a part that is stepped up ends the lower value, and leaves what is not known",
  `
  transfer T 10 2023-01-09
  lot 10 acquired 2022-01-03
  gift    G 10 basis 500.00 donor 2020-01-06 value 40.00 2023-02-06
  step-up D inherits 0.5 value 400.00 2024-05-06
  left G 10 basis 350.00 lower - given 2023-02-06 // 250.00 + 100.00
  left T 10 basis -
`,
);

scenario(
  "what was inherited replaces nothing, what the survivor bought does",
  `
  buy     A 10 @ 30.00 2020-03-04
  buy     B 10 @ 30.00 2024-05-02
  step-up D inherits 0.5 value 600.00 2024-05-06
  sell    S 10 @ 20.00 2024-05-07 named A:10
  closed A 5 basis 150.00 disallowed 50.00 replaced B
  closed A 5 basis 150.00 disallowed - gain -50.00
  left B 5 basis 200.00 adjusted 2020-02-28 // 1525 days before 2024-05-02
  left B 5 basis 150.00 adjusted 2024-05-02
`,
);

scenario(
  "under average cost a step-up is of the position as of one lot",
  `
  account exempt AVGC
  transfer T 10 2015-01-09
  lot 10 acquired 2014-01-03
  buy     A 10 @ 10.00 2015-03-02
  step-up D inherits 1 value 500.00 2024-05-06
  left T 10 basis 250.00 known K
  left A 10 basis 250.00 known K
`,
);

scenario(
  "a step-up of nothing held is refused",
  `
  step-up D inherits 1 value 500.00 2024-05-06
  refused D fact.nothing.held
`,
);

test("a trace has the sum of each lot that was stepped up", () => {
  const { account, facts } = parseScenario(`
    buy     A 100 @ 10.00 2024-03-04
    buy     B 100 @ 10.00 2015-03-04
    step-up D inherits 0.5 value 6000.00 2024-05-06
  `);
  const entries: TraceEntry[] = [];
  runFacts(account, facts, { wants: () => true, record: (entry) => entries.push(entry) });
  const events = entries.filter((entry) => entry.step === "event");
  expect(events.map(({ lot, sum }) => `${lot?.transactionId}: ${sum}`)).toEqual([
    "102: value 6000.00 × 100.00000 / 200.00000 = 3000.00; stepped up: 1000.00 × (1 - 0.5) + 3000.00 × 0.5 = 2000.00",
    "101: value 6000.00 × 100.00000 / 200.00000 = 3000.00; stepped up: 1000.00 × (1 - 0.5) + 3000.00 × 0.5 = 2000.00",
    "101: 50.00000 of the shares of 2024-03-04 are long by inheritance",
  ]);
});
