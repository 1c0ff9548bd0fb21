// Rights, warrants and calls that are exercised. (docs/tax-lots.md, "Exercise")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "the basis of rights that are exercised goes on with what is paid (26 CFR 1.307-1)",
  `
  buy  A 100 @ 100.00 2022-01-05
  spin-off O into R ratio 1:1 child 19.00 parent 110.00 2024-01-05
  exercise E 100 of R into X ratio 1:1 amount 9000.00 2024-02-05
  left A 100 basis 8527.13 of X // 10000.00 × 110 / 129
  left E 100 basis 10472.87 original 10472.87 acquired 2024-02-05 adjusted 2024-02-05 of X
`,
);

scenario(
  "new shares are rounded down, and rights that are left keep their part",
  `
  kind R option
  buy  A 7 net 70.00 2022-01-05 of R
  buy  B 7 net 140.00 2022-01-06 of R
  exercise E 10 of R into X ratio 1:3 amount 30.00 2024-02-05 settles 2024-02-07
  left B 4 basis 80.00 of R
  left E 3.33333 basis 160.00 settles 2024-02-07 covered C first 3.33333 long 2025-02-06 of X
`,
);

scenario(
  "an exercise that costs nothing has the basis of the rights",
  `
  buy  A 7 net 70.00 2022-01-05 of R
  exercise E 7 of R into X ratio 1:1 amount 0.00 2024-02-05
  left E 7 basis 70.00 of X
`,
);

scenario(
  "rights can be named",
  `
  buy  A 7 net 70.00 2022-01-05 of R
  buy  B 7 net 140.00 2022-01-06 of R
  exercise E 7 of R into X ratio 1:1 amount 30.00 named B:7 2024-02-05
  left A 7 basis 70.00 of R
  left E 7 basis 170.00 of X
`,
);

scenario(
  "an exercise makes no row, and is a buy for wash sales before and after it",
  `
  buy  A 20 @ 100.00 2024-01-05
  buy  R 10 net 50.00 2024-01-06 of R
  sell S 4 @ 90.00 2024-02-05
  exercise E 10 of R into X ratio 1:1 amount 850.00 2024-02-10
  sell T 3 @ 80.00 2024-02-12
  closed A 4 gain 0.00 disallowed 40.00 replaced E
  closed A 3 gain 0.00 disallowed 60.00 replaced E
  left A 13 basis 1300.00
  left E 3 basis 330.00 adjusted 2024-01-03 // 90.00 each + 60.00, 38 days earlier
  left E 4 basis 400.00 adjusted 2024-01-10 // 90.00 each + 40.00
  left E 3 basis 270.00 adjusted 2024-02-10
`,
);

scenario(
  "where the basis of one right is not known, that of the new shares is not",
  `
  transfer T 10 2024-01-05 of R
    lot 5 acquired 2020-01-01
    lot 5 acquired 2021-01-01 basis 10.00
  exercise E 10 of R into X ratio 1:1 amount 100.00 2024-02-05
  left E 10 basis - known U covered N acquired 2024-02-05
`,
);

scenario(
  "rights that were given keep their lower value for a loss, with what is paid",
  `
  gift G 10 basis 100.00 value 40.00 donor 2020-01-01 2024-01-05 of R
  buy  A 10 net 60.00 2024-01-06 of R
  exercise E 20 of R into X ratio 1:1 amount 200.00 2024-02-05
  sell S 10 net 140.00 2024-03-05
  closed E 10 net 140.00 basis 150.00 gain -10.00 adjusted 2024-02-05 // 40.00 + 60.00 + 200.00
  left E 10 basis 180.00 lower 150.00
`,
);

scenario(
  "under average cost rights go at their average",
  `
  account retirement AVGC
  buy  A 4 net 10.02 2023-01-05 of R
  buy  B 10 net 100.00 2023-01-05 of X
  exercise E 1 of R into X ratio 1:1 amount 7.00 2024-02-05 // 2.505 → 2.50
  left A 3 basis 7.52 of R
  left B 10 basis 99.55 of X // 109.50 × 10 / 11
  left E 1 basis 9.95 of X
`,
);

scenario(
  "under average cost an unknown right makes the average unknown, and what is known goes on",
  `
  account retirement AVGC
  buy  A 4 net 10.00 2023-01-05 of R
  transfer T 4 2023-01-06 of R
    lot 4 acquired 2020-01-01
  exercise E 8 of R into X ratio 1:1 amount 7.00 2024-02-05
  left E 8 basis - known U
`,
);

scenario(
  "rights that lapse expire",
  `
  buy  A 4 net 10.00 2023-01-05 of R
  exercise E 3 of R into X ratio 1:1 amount 7.00 2024-02-05
  expire L 1 of R 2024-02-06
  closed A 1 gain -2.50 code EXP
  left E 3 basis 14.50 of X
`,
);
