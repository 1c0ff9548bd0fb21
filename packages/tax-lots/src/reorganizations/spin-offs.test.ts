// Parts, and spin-offs of one day. (docs/tax-lots.md, "Several spin-offs of one day")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "Carrier and Otis share the basis of UTX in one allocation",
  `
  buy  A 100 net 9000.00 2019-01-05 of UTX
  spin-off C of UTX into CARR ratio 1:1 child 16.92 parent 49.93 2020-04-03
  spin-off O of UTX into OTIS ratio 1:2 child 47.32 parent 49.930 2020-04-03
  left A 100 basis 4964.86 original 4964.86 of UTX // 900000 × 49.93 / 90.51 = 496486.58 cents
  left A 100 basis 1682.47 of CARR // 168246.60
  left A 50 basis 2352.67 acquired 2019-01-05 of OTIS // 235266.82
`,
);

scenario(
  "it does not matter which of two spin-offs of a day was entered first",
  `
  buy  A 100 net 9000.00 2019-01-05 of UTX
  spin-off O of UTX into OTIS ratio 1:2 child 47.32 parent 49.93 2020-04-03
  spin-off C of UTX into CARR ratio 1:1 child 16.92 parent 49.93 2020-04-03
  left A 100 basis 4964.86 of UTX
  left A 50 basis 2352.67 of OTIS
  left A 100 basis 1682.47 of CARR
`,
);

scenario(
  "a cent that is left over goes to the parent first, then as entered",
  `
  buy  A 3 net 1.00 2019-01-05
  buy  B 3 net 0.02 2019-01-06
  spin-off C into Y ratio 1:1 child 5 parent 5 2020-04-03
  spin-off O into Z ratio 1:1 child 5 parent 5 2020-04-03
  left A 3 basis 0.34 of X
  left B 3 basis 0.01 of X
  left A 3 basis 0.33 of Y
  left B 3 basis 0.01 of Y
  left A 3 basis 0.33 of Z
  left B 3 basis 0.00 of Z
`,
);

scenario(
  "spin-offs of one day with other values of the parent stand one after another",
  `
  buy  A 100 net 9000.00 2019-01-05
  spin-off C into Y ratio 1:1 child 50.00 parent 50.00 2020-04-03
  spin-off O into Z ratio 1:1 child 20.00 parent 40.00 2020-04-03
  left A 100 basis 3000.00 of X // 9000.00 / 2, less a third
  left A 100 basis 4500.00 of Y
  left A 100 basis 1500.00 of Z
`,
);

scenario(
  "a part of the basis may be stated instead of the values",
  `
  buy  A 227 @ 28.00 2020-01-05 of IBM
  spin-off K of IBM into KD ratio 1:5 part 4.2 2021-11-04 // 6356.00 × 4.2 % = 266.952
  left A 227 basis 6089.05 of IBM
  left A 45.4 basis 266.95 of KD
`,
);

scenario(
  "together with a part the values are prices only",
  `
  buy  A 100 net 100.00 2020-01-05
  spin-off K into Y ratio 1:1 part 4.2 child 50.00 parent 50.00 2021-11-04
  left A 100 basis 95.80 of X
  left A 100 basis 4.20 of Y
`,
);

scenario(
  "parts of several children of a day are parts of one basis",
  `
  buy  A 100 net 100.00 2020-01-05
  spin-off K into Y ratio 1:1 part 60 2021-11-04
  spin-off L into Z ratio 1:1 part 39.999999 2021-11-04
  spin-off N into Z ratio 1:1 part 50 2021-11-05 // of what is left
  left A 100 basis 0.00 of X
  left A 100 basis 60.00 of Y
  left A 100 basis 40.00 of Z
  left A 100 basis 0.00 of Z
`,
);

scenario(
  "what would go to a child that gives a lot no share stays with the parent",
  `
  buy  A 0.00001 net 1.00 2023-01-05
  buy  B 100 net 100.00 2023-02-05
  spin-off C into Y ratio 1:1 child 1 parent 1 2024-01-05
  spin-off O into Z ratio 1:10 child 10 parent 1 2024-01-05
  left A 0.00001 basis 0.67 of X // a third to Y
  left B 100 basis 33.34 of X
  left A 0.00001 basis 0.33 of Y
  left B 100 basis 33.33 of Y
  left B 10 basis 33.33 of Z
`,
);

scenario(
  "under average cost spin-offs of a day share the basis of the position",
  `
  account retirement AVGC
  buy  A 60 net 5000.00 2019-01-05 of UTX
  buy  B 40 net 4000.00 2019-01-06 of UTX
  spin-off C of UTX into CARR ratio 1:1 child 16.92 parent 49.93 2020-04-03
  spin-off O of UTX into OTIS ratio 1:2 child 47.32 parent 49.93 2020-04-03
  sell S 100 net 5000.00 2020-04-06 of UTX
  sell T 100 net 2000.00 2020-04-06 of CARR
  closed A 60 basis 2978.92 // 4964.86 × 60 / 100 = 2978.916
  closed B 40 basis 1985.94
  closed A 60 basis 1009.48
  closed B 40 basis 672.99
  left A 30 basis 1411.60 of OTIS
  left B 20 basis 941.07 of OTIS
`,
);

scenario(
  "a spin-off may state the new shares of the account",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  B 5 net 100.00 2023-01-06
  spin-off O into Y ratio 1:3 child 9.00 parent 7.00 new-shares 4.99998 2024-01-05 // 5 by the ratio
  left A 10 basis 70.00 of X
  left B 5 basis 70.00 of X
  left A 3.33332 basis 30.00 of Y
  left B 1.66666 basis 30.00 of Y
`,
);

scenario(
  "a split may state the new position, and scales waiting losses by its ratio",
  `
  buy  L 10 @ 100.00 2024-01-02
  sell K 10 @ 90.00 2024-02-05
  buy  A 1 @ 50.00 2024-03-20
  buy  B 1 @ 50.00 2024-03-21
  buy  C 1 @ 50.00 2024-03-22
  split P ratio 4:3 new-shares 4.00002 2024-03-23 // 4 and two units: 1.33334 for each
  left A 1.33334
  left B 1.33334
  left C 1.33334
`,
);

scenario(
  "losses that wait over a split are scaled by the ratio, not by the shares delivered",
  `
  buy  A 10 @ 100.00 2024-01-05
  buy  L 1 @ 90.00 2023-01-05
  sell S 10 @ 90.00 named A:10 2024-02-05
  split P ratio 2:1 new-shares 1.99999 2024-02-06
  buy  B 8 @ 46.00 2024-02-10
  left L 1.99999
  left B 8 basis 408.00 // 8 × 46.00 + 4 × 10.00
`,
);

scenario(
  "a merger may state the new shares of the account",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  B 0.00001 net 1.00 2023-01-06
  merger M into Y ratio 3:2 new-shares 15.00001 2024-01-05 // 15.00000 by the ratio
  left A 15 basis 100.00 of Y
  left B 0.00001 basis 1.00 of Y
`,
);
