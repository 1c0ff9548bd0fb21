// In which order facts are taken, which dates and amounts of theirs count, and what is only carried.
// (docs/tax-lots.md, "Facts")
import { expect, test } from "vitest";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import { runFacts } from "../reorganizations/run.ts";
import { openLots } from "../results/open-lots.ts";

for (const [event, line, result] of [
  ["a split", "split E ratio 2:1", "closed A 5 gain 30.00"], // 55.00 - 100.00 × 5 / 20
  ["a spin-off", "spin-off E into Y ratio 1:1 child 1 parent 1", "closed A 5 gain 30.00"],
  ["a return of capital", "return E amount 50.00", "closed A 5 gain 30.00"],
  ["a merger", "merger E into Y ratio 1:1", "refused S fact.held"], // all are shares of Y by then
  ["a change of symbol", "symbol E into Y", "refused S fact.held"],
] as const) {
  scenario(
    `${event} goes before the trades of its day that were entered earlier`,
    `
    buy  A 10 net 100.00 2023-01-05
    sell S 5 net 55.00 2024-01-05
    ${line} 2024-01-05
    ${result}
  `,
  );
}

scenario(
  "events of a day follow the order of entry among themselves",
  `
  buy  A 10 net 100.00 2023-01-05
  sell S 5 net 50.00 2024-01-05
  return E amount 60.00 2024-01-05
  spin-off O into Y ratio 1:1 child 1 parent 1 2024-01-05
  closed A 5 basis 10.00 // half of half of 100.00 - 60.00
  left A 5 basis 10.00 of X
  left A 10 basis 20.00 of Y
`,
);

scenario(
  "trades of a day follow the order of entry, whatever they are",
  `
  buy  A 10 @ 50.00 2024-01-05
  sell S 10 @ 60.00 2024-01-05
  buy  B 10 @ 70.00 2024-01-05
  closed A 10 gain 100.00
  left B 10
`,
);

scenario(
  "trade dates decide term and window, and settlement dates are only copied",
  `
  buy  A 20 @ 50.00 settles 2023-01-09 2023-01-05 folio F03
  sell S 10 @ 40.00 settles 2024-01-09 2024-01-05 folio F04
  buy  B 10 @ 40.00 settles 2024-02-06 2024-02-05
  closed A 10 term ST disallowed - opening-settles 2023-01-09 settles 2024-01-09 folio F04
  left A 10 settles 2023-01-09 folio F03
  left B 10 settles 2024-02-06 folio -
`,
);

scenario(
  "a buy that settles when its kind is covered but trades before is not covered",
  `
  buy  A 10 @ 50.00 settles 2011-01-04 2010-12-30
  left A 10 covered N
`,
);

scenario(
  "quantity × price is rounded half up, and the basis of a buy includes its fees",
  `
  buy  A 0.5 @ 0.01 fees 1.00 2023-01-05 // 0.005 → 0.01
  left A 0.5 basis 1.01
`,
);

scenario(
  "proceeds are rounded half up before the fees go off, and may fall below 0",
  `
  buy  A 1 @ 10.00 2023-01-05
  sell S 0.5 @ 0.01 2024-06-05 // 0.005 → 0.01
  sell T 0.5 @ 0.01 fees 1.00 2024-06-06
  closed A 0.5 net 0.01 basis 5.00
  closed A 0.5 net -0.99 gain -5.99
`,
);

scenario(
  "a net amount replaces price and fees of a purchase and of a sale",
  `
  buy  A 10 @ 5.00 fees 1.00 net 52.00 2023-01-05
  sell S 10 @ 6.00 fees 1.00 net 58.00 2024-06-05
  closed A 10 basis 52.00 net 58.00 price 6.000000
`,
);

scenario(
  "a transferred lot has its original and adjusted date and basis, and may be inherited",
  `
  transfer T 30 2024-01-05
    lot 10 acquired 2023-06-01 adjusted 2022-12-01 original 90.00 basis 100.00
    lot 10 acquired 2023-07-01 original 80.00
    lot 10 acquired 2023-12-01 basis 70.00 inherited
  sell S 30 @ 10.00 2024-02-01
  closed T 10 original 90.00 basis 100.00 acquired 2023-06-01 adjusted 2022-12-01 term LT
  closed T 10 original 80.00 basis 80.00 adjusted 2023-07-01 term ST
  closed T 10 original 70.00 basis 70.00 adjusted 2023-12-01 term LT
`,
);

scenario(
  "an open lot shows from which day it is long-term, if that is known or still to come",
  `
  buy  A 10 @ 5.00 2024-02-29
  transfer T 10 2024-03-01
    lot 10 basis 50.00
  left T 10 long - effective 2024-03-01
  left A 10 long 2025-03-01
`,
);

scenario(
  "an inheritance without a day of death has its trade date",
  `
  inherit I 10 value 100.00 2024-06-01
  left I 10 acquired 2024-06-01 long - basis 100.00
`,
);

scenario(
  "a gift and an inheritance of unknown basis are unknown, never zero",
  `
  gift G 10 value 80.00 donor 2020-01-01 2024-01-05
  inherit I 10 died 2024-01-01 2024-01-05
  left G 10 basis - original - known U covered N
  left I 10 basis - original - known U covered N
`,
);

test("the same facts give the same lots with the same ids", () => {
  const { account, facts } = parseScenario(`
    buy  A 10 @ 50.00 2024-01-05
    buy  B 10 @ 50.00 2024-01-06
    spin-off O into Y ratio 1:2 child 10.00 parent 5.00 2024-02-05`);
  const lots = openLots(runFacts(account, facts).book);
  expect(openLots(runFacts(account, facts).book)).toEqual(lots);
  expect(new Set(lots.map(({ taxLotId }) => taxLotId)).size).toBe(4);
});
