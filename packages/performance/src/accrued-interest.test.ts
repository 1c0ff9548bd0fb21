// Interest of a bond that is paid for or received with its shares, in text; each scenario works its
// figures. (docs/performance.md, 1)
import { scenario } from "../reference/scenario.ts";

scenario(
  "interest that was bought is a receivable until the ex-date of the bond's next interest",
  `
  deposit  01-02 1100.00
  buy      01-02 10 @ 100 interest 20.00
  interest 01-07 30.00 of X ex 01-06
  close    01-02 X 100
  close    01-03 X 100
  close    01-06 X 100
  close    01-07 X 100
  day      01-02 value 1080.00 accrued 20.00 gross 100.00000
  day      01-03 value 1080.00 accrued 20.00 gross 100.00000
  day      01-06 value 1080.00 accrued 30.00 gross 100.90909 // 1110.00 / 1100.00
  day      01-07 value 1110.00 accrued 0.00 gross 100.90909
  `,
);

scenario(
  "a sale takes its part by quantity, the last share the rest, and what it receives beyond is income",
  `
  deposit 01-02 400.00
  buy     01-02 3 @ 100 interest 10.00
  sell    01-03 1 @ 100 interest 5.00
  redemption 01-06 2 @ 100 interest 6.00
  close   01-02 X 100
  close   01-03 X 100
  close   01-06 X 100
  day     01-02 value 390.00 accrued 10.00
  day     01-03 value 395.00 accrued 6.67 gross 100.41750 // 10.00 × 1 / 3 = 3.33, and 1.67 of income
  day     01-06 value 401.00 accrued 0.00 gross 100.25000
  `,
);

scenario(
  "the example of docs/performance.md",
  `
  deposit  01-02 1100.00
  buy      01-02 10 @ 100 interest 20.00
  sell     01-03 4 @ 100 interest 9.00
  interest 01-07 18.00 of X ex 01-06
  close    01-02 X 100
  close    01-03 X 100
  close    01-06 X 100
  close    01-07 X 100
  day      01-02 value 1080.00 accrued 20.00
  day      01-03 value 1089.00 accrued 12.00
  day      01-06 value 1089.00 accrued 18.00
  day      01-07 value 1107.00 accrued 0.00
  `,
);

scenario(
  "with a journal or a transfer out its part goes along and counts in the flow",
  `
  deposit       01-02 1000.00
  buy           01-02 4 @ 100 interest 10.00
  share-journal 01-03 2 to 04
  transfer-out  01-03 1
  close         01-02 X 100
  close         01-03 X 100
  day           01-02 value 990.00 accrued 10.00
  day           01-03 value 690.00 accrued 2.50 shares -307.50 gross 100.00000 // 200.00 + 5.00 + 100.00 + 2.50
  day           01-03 in 04 value 200.00 accrued 5.00 shares 205.00 gross 100.00000
  `,
);

scenario(
  "what is bought on the ex-date waits for the interest after, which ends it when paid if it has none",
  `
  deposit  01-02 500.00
  buy      01-03 1 @ 100 interest 4.00
  interest 01-03 8.00 of X ex 01-03
  interest 01-06 5.00 of X
  close    01-02 X 100
  close    01-03 X 100
  close    01-06 X 100
  day      01-02 value 500.00 accrued 0.00
  day      01-03 value 504.00 accrued 4.00 gross 101.60000
  day      01-06 value 509.00 accrued 0.00 gross 101.80000
  `,
);

scenario(
  "the ex-date on the day of a change of symbol ends what stood under the old one, but no purchase of that day",
  `
  deposit  01-02 1600.00
  buy      01-02 10 @ 100 interest 20.00
  symbol   01-06 into Y
  buy      01-06 5 @ 100 of Y interest 7.00
  interest 01-07 30.00 of Y ex 01-06
  close    01-02 X 100
  close    01-06 Y 100
  close    01-07 Y 100
  day      01-02 value 1580.00 accrued 20.00 gross 100.00000
  day      01-06 value 1573.00 accrued 37.00 gross 100.62500 // 30.00 + 7.00; 1610.00 / 1600.00
  day      01-07 value 1603.00 accrued 7.00 gross 100.62500
  `,
);

scenario(
  "so it does where the interest names the old symbol, and after a merger into another security",
  `
  deposit  01-02 1000.00
  buy      01-02 5 @ 100 interest 20.00
  symbol   01-06 into Y
  interest 01-06 30.00 of X
  merger   01-07 of Y into Z ratio 1:1
  buy      01-06 1 @ 100 of Y interest 3.00
  interest 01-07 6.00 of Z
  close    01-02 X 100
  close    01-06 Y 100
  close    01-07 Z 100
  day      01-02 value 980.00 accrued 20.00
  day      01-06 value 1007.00 accrued 3.00
  day      01-07 value 1013.00 accrued 0.00
  `,
);

scenario(
  "only interest of the same security in the same folio ends it",
  `
  deposit  01-02 500.00
  deposit  01-02 50.00 in 04
  buy      01-02 1 @ 100 interest 4.00
  interest 01-03 1.00
  interest 01-03 1.00 of Y
  interest 01-03 1.00 of X in 04
  dividend 01-03 1.00 of X
  close    01-02 X 100
  close    01-03 X 100
  day      01-02 value 496.00 accrued 4.00
  day      01-03 value 499.00 accrued 4.00
  `,
);

scenario(
  "it stays with the security through a change of symbol and a merger into another, and ends with cash",
  `
  deposit 01-02 500.00
  buy     01-02 1 @ 100 interest 4.00
  symbol  01-03 into Y
  merger  01-06 of Y into Z ratio 2:1
  merger  01-07 of Z cash 50
  close   01-02 X 100
  close   01-03 Y 100
  close   01-06 Z 50
  close   01-07 Z 50
  day     01-02 value 496.00 accrued 4.00
  day     01-03 value 496.00 accrued 4.00
  day     01-06 value 496.00 accrued 4.00
  day     01-07 value 496.00 accrued 0.00
  `,
);

scenario(
  "what becomes worthless takes it along",
  `
  deposit 12-01 500.00
  buy     12-01 1 @ 100 interest 4.00
  worthlessness 12-01
  close   12-01 X 100
  close   12-31 X 1
  day     12-01 value 496.00 accrued 4.00
  day     12-31 value 396.00 accrued 0.00
  `,
);
