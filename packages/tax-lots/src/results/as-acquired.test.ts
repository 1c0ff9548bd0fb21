// A lot as it was acquired: its shares before every split, the day of a gift or of a transfer in. (docs/tax-lots.md,
// "As acquired")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "shares as acquired ignore every split since, of what is sold and of what is left",
  `
  buy   A 10 @ 100.00 2023-01-05
  split P ratio 2:1 2023-06-01
  split Q ratio 3:2 2024-06-03 // 10 → 20 → 30
  sell  S 12 @ 50.00 2025-01-06
  closed A 12 first 4 original 400.00 // 10 × 12 / 30
  left   A 18 first 6 original 600.00
`,
);

scenario(
  "shares as acquired ignore a reverse split too",
  `
  buy   A 100 @ 1.00 2023-01-05
  split P ratio 1:10 2023-06-01
  sell  S 4 @ 50.00 2025-01-06
  closed A 4 first 40
  left   A 6 first 60
`,
);

scenario(
  "a split before the acquisition does not count",
  `
  buy   A 10 @ 100.00 2023-01-05
  split P ratio 2:1 2023-06-01
  buy   B 10 @ 60.00 2023-07-03
  left A 20 first 10
  left B 10 first 10
`,
);

scenario(
  "parts are cut to the nearest 0.00001, a half to what is taken, and add to the whole",
  `
  buy   A 10 @ 100.00 2023-01-05
  split P ratio 3:1 2023-06-01
  sell  S 1 @ 50.00 2025-01-06
  sell  T 1 @ 50.00 2025-01-07
  closed A 1 first 0.33333 // 10 × 1 / 30
  closed A 1 first 0.33333 // 9.66667 × 1 / 29 = 0.333333…
  left   A 28 first 9.33334
`,
);

scenario(
  "a piece that meets a wash sale keeps its part, on both sides",
  `
  account taxable FIFO
  buy   A 10 @ 100.00 2024-01-05
  buy   B 4 @ 45.00 2024-06-03
  split P ratio 2:1 2024-06-10
  sell  S 20 @ 40.00 2024-06-20
  closed A 8 first 4 replaced B
  closed A 12 first 6 replaced -
  left   B 8 first 4
`,
);

scenario(
  "a change of symbol and an exchange of shares keep the shares as they were acquired",
  `
  buy    A 10 @ 100.00 2023-01-05
  split  P ratio 2:1 2023-06-01
  symbol C into Y 2023-07-03
  merger M of Y into Z ratio 3:2 2024-01-05
  split  Q of Z ratio 2:1 2024-06-03
  sell   S of Z 30 @ 50.00 2025-01-06
  closed A 30 first 5 original 500.00
  left   A 30 of Z first 5 original 500.00
`,
);

scenario(
  "shares that are spun off are acquired with the spin-off; the parent keeps its own",
  `
  buy      A 10 @ 100.00 2023-01-05
  split    P ratio 2:1 2023-06-01
  spin-off C into K ratio 1:4 child 40.00 parent 10.00 2024-01-05
  split    Q of K ratio 2:1 2024-06-03
  left A 20 of X first 10
  left A 10 of K first 5
`,
);

scenario(
  "a gift keeps its day and a transfer in its own, in every part and after every event",
  `
  gift     G 10 basis 1000.00 value 1500.00 donor 2015-03-02 2023-01-05
  transfer T 10 2023-02-06
    lot 4 basis 400.00 acquired 2012-05-01
    lot 6
  buy      B 10 @ 100.00 2023-03-01
  split    P ratio 2:1 2023-06-01
  symbol   C into Y 2023-07-03
  merger   M of Y into Z ratio 1:1 2024-01-05
  spin-off N of Z into K ratio 1:1 child 10.00 parent 10.00 2024-02-05
  sell     S of Z 13 @ 50.00 2025-01-06
  closed T 12 given - transferred 2023-02-06
  closed T 1 given - transferred 2023-02-06
  left T 7 of Z given - transferred 2023-02-06
  left G 20 of Z given 2023-01-05 transferred -
  left B 20 of Z given - transferred -
  left T 12 of K given - transferred 2023-02-06
  left T 8 of K given - transferred 2023-02-06
  left G 20 of K given 2023-01-05 transferred -
  left B 20 of K given - transferred -
`,
);

scenario(
  "a row that closes no shares has no shares as acquired",
  `
  buy    A 10 @ 100.00 2023-01-05
  return R amount 1200.00 2024-01-05
  closed A 0 first 0 original 0.00
`,
);

scenario(
  "under average cost each lot keeps its own",
  `
  account retirement AVGC
  buy   A 10 @ 100.00 2023-01-05
  split P ratio 2:1 2023-06-01
  buy   B 10 @ 60.00 2023-07-03
  sell  S 5 @ 70.00 2024-01-05
  closed A 5 first 2.5
  left A 15 first 7.5
  left B 10 first 10
`,
);
