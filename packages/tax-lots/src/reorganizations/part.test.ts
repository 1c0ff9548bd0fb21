// A part of a position that is exchanged. (docs/tax-lots.md, "A part exchanged")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "shares of a split-off take the basis and the date of those that are given up",
  `
  buy  A 100 net 16000.00 2019-03-04 of JNJ
  merger M 46 of JNJ into KVUE ratio 8.0324:1 2023-08-18
  left A 54 basis 8640.00 first 54 of JNJ
  left A 369.4904 basis 7360.00 acquired 2019-03-04 first 46 of KVUE // 46 × 8.0324
`,
);

scenario(
  "a part is of the oldest lots, or of those that are named",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 200.00 2023-01-06
  buy  C 10 net 300.00 2023-01-07
  merger M 12 into Y ratio 1:1 2024-01-05
  merger N 5 into Z ratio 1:1 named C:3,B:2 2024-01-06
  left B 6 basis 120.00 of X
  left C 7 basis 210.00 of X
  left A 10 basis 100.00 of Y
  left B 2 basis 40.00 of Y
  left B 2 basis 40.00 of Z
  left C 3 basis 90.00 of Z
`,
);

scenario(
  "a part for cash closes the shares given up; its loss is not washed",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 100.00 2024-01-02
  merger M 4 cash 8.00 federal 1.00 2024-01-05
  closed A 4 net 32.00 basis 40.00 gain -8.00 disallowed - code MRG strategy - federal 1.00
  left A 6 basis 60.00
  left B 10 basis 100.00
`,
);

scenario(
  "the cash of a part may be stated: its share of what an account is paid",
  `
  buy  A 10 net 100.00 2023-01-05
  merger M 1 cash 10.005 net 10.00 2024-01-05
  merger N 1 into Y ratio 1:1 cash 10.005 net 10.00 new-value 8.00 2024-01-08
  closed A 1 net 10.00 basis 10.00 gain 0.00 code MRG
  closed A 0 net 10.00 basis 2.00 gain 8.00 exchanged 1 // 8.00 + 10.00 - 10.00
  left A 8 basis 80.00 of X
  left A 1 basis 8.00 of Y
`,
);

scenario(
  "a part for shares and cash recognises the gain of its own lots",
  `
  buy  A 10 net 100.00 2023-01-05
  merger M 5 into Y ratio 1:1 cash 5.00 new-value 8.00 2024-06-05
  closed A 0 net 25.00 basis 10.00 gain 15.00 exchanged 5 // 40.00 + 25.00 - 50.00
  left A 5 basis 50.00 of X
  left A 5 basis 40.00 of Y
`,
);

scenario(
  "what is left of a position keeps its waiting losses, and can replace shares",
  `
  buy  A 20 @ 100.00 2024-01-05
  buy  B 10 @ 95.00 2024-01-20
  sell S 10 @ 90.00 named A:10 2024-01-25
  merger M 5 into Y ratio 1:1 named B:5 2024-01-26
  buy  C 4 @ 80.00 2024-02-02
  sell T 3 @ 79.00 named A:3 2024-02-05
  closed A 10 gain 0.00 disallowed 100.00 replaced B
  closed A 3 gain 0.00 disallowed 63.00 replaced C
  left A 7 basis 700.00 of X
  left B 5 basis 525.00 of X // 475.00 + 50.00
  left C 3 basis 303.00 of X
  left C 1 basis 80.00 of X
  left B 5 basis 525.00 of Y
`,
);

scenario(
  "losses wait on when all that is left is exchanged as a part",
  `
  buy  A 20 @ 100.00 2024-01-05
  sell S 10 @ 90.00 2024-01-25
  merger M 10 into Y ratio 1:1 2024-01-26
  buy  C 4 @ 80.00 2024-02-02
  closed A 4 gain 0.00 disallowed 40.00
  closed A 6 gain -60.00
  left C 4 basis 360.00 of X
  left A 10 basis 1000.00 of Y
`,
);

scenario(
  "a part is exchanged in its place among the trades of its day, after the events",
  `
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 300.00 2024-01-05
  merger M 30 into Y ratio 1:1 2024-01-05
  split P ratio 2:1 2024-01-05 // 20 of A
  left A 20 basis 100.00 of Y
  left B 10 basis 300.00 of Y
`,
);

scenario(
  "shares that were spun off in their turn keep the part of their lot",
  `
  transfer T 10 2024-01-05
    lot 4 acquired 2020-01-01 basis 400.00 given 2023-06-05 worth 200.00
    lot 6 acquired 2021-01-01
  merger M 8 into Y ratio 1:2 new-shares 4.00001 named T/2:5,T:3 2024-02-05
  left T 1 basis 100.00 lower 50.00 of X
  left T 1 basis - of X
  left T 1.5 basis 300.00 lower 150.00 of Y
  left T 2.50001 basis - of Y
`,
);

scenario(
  "under average cost a part goes at the average of the position",
  `
  account retirement AVGC
  buy  A 4 net 10.02 2023-01-05
  buy  B 4 net 20.00 2023-01-06
  merger M 5 into Y ratio 1:1 cash 1.00 new-value 2.00 2024-01-05 // 30.02 × 5 / 8 = 18.7625
  closed A 0 net 4.00 basis 4.00 gain 0.00 // 10.00 + 5.00 - 18.76: no gain
  closed B 0 net 1.00 basis 1.00 gain 0.00
  left B 3 basis 11.26 of X
  left A 4 basis 11.01 of Y // 13.76 shared
  left B 1 basis 2.75 of Y
`,
);
