// Securities that became worthless: closed at 0 at the end of their year. (docs/tax-lots.md,
// "Worthless securities"; 26 USC 165(g))
import { expect, test } from "vitest";
import type { Day } from "../../../values/src/dates.ts";
import type { Id } from "../../../values/src/ids.ts";
import { scenario } from "../../reference/scenario.ts";
import { isEffective } from "../facts/order.ts";

scenario(
  "all that is held is closed at 0 on 31 December, whatever quantity is stated",
  `
  buy  A 10 @ 50.00 2022-05-05
  buy  B 10 @ 60.00 2024-03-05
  worthless W 3 2024-06-03 settles 2024-06-04
  closed A 10 net 0.00 basis 500.00 gain -500.00 code EXP price 0.000000 strategy - term LT year 2024
  closed B 10 net 0.00 basis 600.00 gain -600.00 term ST by W settles 2024-06-04 reported true
`,
);

scenario(
  "until then it is bought and sold like any other, and what is gone is not closed",
  `
  buy  A 10 @ 50.00 2022-05-05
  worthless W 2024-06-03
  sell S 4 @ 1.00 2024-08-05
  buy  B 2 @ 1.00 2024-12-31
  closed A 4 net 4.00 by S
  closed A 6 net 0.00 by W
  closed B 2 net 0.00 basis 2.00 by W
`,
);

scenario(
  "it comes after every other fact of 31 December, whenever it was entered",
  `
  buy  A 10 @ 50.00 2022-05-05
  worthless W 2024-12-31
  sell S 10 @ 1.00 2024-12-31
  split P ratio 2:1 2024-12-31
  sell T 10 @ 1.00 2024-12-31
  closed A 10 net 10.00 by S
  closed A 10 net 10.00 by T
`,
);

scenario(
  "where nothing is held at the end of the year it closes nothing",
  `
  worthless W 2024-06-03
  buy  A 10 @ 50.00 2025-01-02
  left A 10 basis 500.00
`,
);

scenario(
  "what was gifted below its donor's basis loses its lower value, of the term of the gift",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2024-02-05
  worthless W 2024-06-03
  closed G 10 net 0.00 basis 800.00 gain -800.00 adjusted 2024-02-05 term ST
`,
);

scenario(
  "its loss is washed by a purchase of the 30 days that follow 31 December",
  `
  buy  A 10 @ 50.00 2022-05-05
  worthless W 2024-06-03
  buy  B 4 @ 1.00 2025-01-30
  buy  C 4 @ 1.00 2025-01-31
  closed A 4 gain 0.00 disallowed 200.00 replaced B
  closed A 6 gain -300.00 disallowed -
  left B 4 basis 204.00 adjusted 2022-06-04 // 971 days before 2025-01-30
  left C 4 basis 4.00
`,
);

scenario(
  "its loss comes after those of the day's sales",
  `
  buy  A 10 @ 50.00 2022-05-05
  worthless W 2024-12-30
  sell S 4 @ 1.00 2024-12-31
  buy  B 4 @ 1.00 2025-01-20
  closed A 4 disallowed 196.00 by S
  closed A 6 disallowed - by W
`,
);

scenario(
  "losses that a new symbol brings together keep the order of disposal",
  `
  buy  A 10 @ 50.00 2022-05-05
  buy  C 10 @ 50.00 2022-05-05 of Y
  worthless W 2024-01-02
  sell S 10 @ 1.00 2024-12-31 of Y
  symbol Q into Y 2025-01-02
  buy  B 10 @ 1.00 2025-01-20 of Y
  closed C 10 disallowed 490.00 by S
  closed A 10 disallowed - by W
`,
);

scenario(
  "under average cost the position goes with its average, known or not",
  `
  account retirement AVGC
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 300.00 2023-02-05
  transfer T 10 2023-01-05 of Y
    lot 10
  worthless W 2024-06-03
  worthless V 2024-06-03 of Y
  buy  C 10 net 50.00 2025-01-20 of Y
  closed A 10 net 0.00 basis 200.00
  closed B 10 net 0.00 basis 200.00
  closed T 10 net 0.00 basis - gain -
  left C 10 basis 50.00 of Y
`,
);

test("before the last day of its year has come, it has not taken effect", () => {
  const fact = { transactionId: "1" as Id, entryOrder: 1, tradeOn: "2024-06-03" as Day };
  const isWorthlessOn = (day: string) =>
    isEffective({ ...fact, kind: "worthlessness" }, day as Day);
  expect(["2024-06-03", "2024-12-30", "2024-12-31", "2025-01-01"].map(isWorthlessOn)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(isEffective({ ...fact, kind: "sell" }, "2024-06-03" as Day)).toBe(true);
});
