// Quotation factors, and what stays in its folio or says nothing of prices, in text. (docs/performance.md, 1)
import { describe } from "vitest";
import { scenario } from "../reference/scenario.ts";

describe("a quotation factor", () => {
  scenario(
    "stands between a quotation and money in trades, positions and flows",
    `
    factor   01-02 X 0.01
    deposit  01-02 20000.00
    buy      01-02 10000 @ 98.50 fees 5.00
    transfer 01-03 10000
    sell     01-06 5000 @ 99.20
    close    01-02 X 98.60
    close    01-03 X 98.70
    close    01-06 X 99
    day 01-02 value 20005.00 cash 20000.00 // 10145.00 + 9860.00: 10000 × 98.50 × 0.01 = 9850.00
    day 01-03 value 29885.00 shares 9870.00 // 10145.00 + 2 × 9870.00
    day 01-06 value 29955.00 shares 0.00 // 15105.00 + 14850.00
    `,
  );
  scenario(
    "a contract over a hundred shares is worth a hundred times its price, without a close too",
    `
    factor  01-02 X 100
    deposit 01-02 1000.00
    buy     01-02 2 @ 1.25
    sell    01-03 1 net 139.00 fees 1.00
    close   01-02 Q
    close   01-03 Q
    day 01-02 value 1000.00 estimated yes // 750.00 + 2 × 1.25 × 100
    day 01-03 value 1029.00 estimated yes // 889.00 + (139.00 + 1.00)
    `,
  );
  scenario(
    "stated values of an event are quotations, the value of a gift and cash are money",
    `
    factor   01-02 X 0.01
    factor   01-02 Y 100
    gift     01-02 1000 worth 950.00
    spin-off 01-03 into Y ratio 1:1000 child 2 parent 80
    merger   01-06 of Y into Z ratio 10:1 cash 3 each 7
    close    01-02 Q
    close    01-03 Q
    close    01-06 Q
    day 01-02 value 950.00 // 1000 at 950.00 together
    day 01-03 value 1000.00 // 1000 × 80 × 0.01 + 1 × 2 × 100
    day 01-06 value 873.00 // 800.00 + 1 × 3.00 + 10 × 7.00
    `,
  );
  scenario(
    "over a change of symbol a price is multiplied by old / new factor",
    `
    factor   01-02 X 0.01
    transfer 01-02 1000
    symbol   01-03 into Y
    close    01-02 X 98
    close    01-03 Q
    close    01-06 Y 0.99
    day 01-02 value 980.00
    day 01-03 value 980.00 stale Y gross 100.00000 // 98 × 0.01 / 1 = 0.98
    day 01-06 value 990.00 stale none
    `,
  );
});

describe("what stays in its folio", () => {
  scenario(
    "a part that is exchanged is no flow, nor is the exercise of rights",
    `
    deposit      01-02 61000.00
    buy          01-02 200 @ 165
    close        01-02 X 165
    merger       01-03 46 into Y ratio 8.0324:1
    cash-in-lieu 01-03 0.4904 of Y net 11.50
    close        01-03 X 164
    close        01-03 Y 23.40
    day 01-02 value 61000.00 gross 100.00000
    day 01-03 value 61902.10 cash 0.00 shares 0.00 return 1.47885 // 154 × 164 + 369 × 23.40 + 28011.50
    `,
  );
  scenario(
    "it comes after the events of its day, in the order of entry",
    `
    transfer 01-02 10
    merger   01-03 10 into Y ratio 1:1
    buy      01-03 5 @ 20
    split    01-03 ratio 2:1
    close    01-02 X 40
    close    01-03 X 20
    close    01-03 Y 20
    day 01-02 value 400.00
    day 01-03 value 400.00 balance -100.00 shares 0.00 // 10 Y and 10 + 5 X
    `,
  );
  scenario(
    "its part of accrued interest that was paid for goes along, and ends with cash",
    `
    deposit  01-02 1100.00
    buy      01-02 10 @ 100 interest 20.00
    merger   01-03 4 into Y ratio 1:1
    merger   01-06 3 cash 100
    interest 01-07 9.00 of Y
    close    01-02 X 100
    close    01-03 X 100
    close    01-03 Y 100
    close    01-06 X 100
    close    01-07 X 100
    day 01-02 value 1080.00 accrued 20.00
    day 01-03 value 1080.00 accrued 20.00 // 8.00 of it are of Y now
    day 01-06 value 1080.00 accrued 14.00 // 12.00 × 3 / 6 = 6.00 have ended
    day 01-07 value 1089.00 accrued 6.00
    `,
  );
  scenario(
    "lots that move inside the firm flow at the day's value on both sides",
    `
    transfer 01-02 10
    moved    01-03 4 worth 1.00
    close    01-02 X 50
    close    01-03 X 60
    day 01-02 value 500.00
    day 01-03 value 360.00 shares -240.00 gross 120.00000
    `,
  );
  scenario(
    "stated new shares are shared over the folios, and leave the price to the ratio",
    `
    transfer 01-02 1
    transfer 01-02 2 in 04
    split    01-03 ratio 3:2 newShares 4.50001
    close    01-02 X 3
    close    01-03 Q
    day 01-02 value 3.00
    day 01-03 value 3.00 // 1.50000 × 2.00
    day 01-02 in 04 value 6.00
    day 01-03 in 04 value 6.00 // 3.00001 × 2.00
    `,
  );
});

describe("what says nothing of prices", () => {
  scenario(
    "neither an expiry nor worthlessness is a trade",
    `
    deposit       12-30 100.00
    buy           12-30 2 @ 10
    expiry        12-30 1
    worthlessness 12-31 of Y
    close         12-30 Q
    close         12-31 Q
    day 12-30 value 90.00 // 80.00 + 1 × 10.00
    day 12-31 value 90.00
    `,
  );
});

describe("a refund", () => {
  scenario(
    "is a fee below 0 of its own day",
    `
    deposit 01-02 100.00
    fee     01-03 10.00
    refund  01-06 5.00
    close   01-02 Q
    close   01-03 Q
    close   01-06 Q
    day 01-02 value 100.00 net 100.00000
    day 01-03 value 90.00 fees 10.00 gross 100.00000 net 90.00000
    day 01-06 value 95.00 fees -5.00 cash 0.00 return 0.00000 net-return 5.55556 gross 100.00000 net 95.00000
    range 01-03,01-06 view gross twr 0.00000 mwr 0.00000 flows 0.00
    range 01-03,01-06 view net twr 5.55556 mwr 5.55556
    `,
  );
  scenario(
    "from outside is an outflow and a fee below 0, by another folio mirrored",
    `
    deposit 01-02 100.00
    deposit 01-02 100.00 in 04
    refund  01-03 10.00 by outside
    refund  01-06 10.00 by 04
    close   01-02 Q
    close   01-03 Q
    close   01-06 Q
    day 01-02 value 100.00
    day 01-03 value 100.00 cash -10.00 fees -10.00 gross 100.00000 net 110.00000 // (100 + 10) / 100
    day 01-06 value 100.00 cash -10.00 fees -10.00 gross 100.00000 net 121.00000
    day 01-02 in 04 value 100.00
    day 01-03 in 04 value 100.00
    day 01-06 in 04 value 110.00 cash 10.00 fees 0.00 gross 100.00000
    day 01-02 in account value 200.00
    day 01-03 in account cash -10.00 fees -10.00
    day 01-06 in account cash 0.00 fees -10.00 gross 100.00000
    `,
  );
});
