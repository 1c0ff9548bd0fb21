// The published examples, each by its source. Days, and prices that change no figure, are ours where
// a source leaves them open; "after" marks a rule that is given figures here, or an example that is
// retold.
import { scenario } from "../reference/scenario.ts";

scenario(
  "after 26 CFR 1.1091-1(h) example 1: a purchase before the sale takes the whole loss",
  `
  buy  A 100 net 10000.00 1954-12-01
  buy  B 100 net  9000.00 1954-12-15
  sell S 100 net  9000.00 1955-01-03 FIFO
  closed A 100 net 9000.00 basis 10000.00 disallowed 1000.00 gain 0.00 replaced B
  left B 100 basis 10000.00
`,
);

scenario(
  "after 26 CFR 1.1091-1(h) example 2: 75 shares bought before wash 75 of 100 sold",
  `
  buy  A 100 net 5000.00 1954-09-21
  buy  B  50 net 2750.00 1954-12-21
  buy  C  25 net 1125.00 1954-12-27
  sell S 100 net 4000.00 1955-01-03 FIFO
  closed A 50 net 2000.00 basis 2500.00 disallowed 500.00 gain 0.00 replaced B
  closed A 25 net 1000.00 basis 1250.00 disallowed 250.00 gain 0.00 replaced C
  closed A 25 net 1000.00 basis 1250.00 disallowed - gain -250.00 replaced -
  left B 50 basis 3250.00 // 2750.00 + 500.00
  left C 25 basis 1375.00 // 1125.00 + 250.00
`,
);

scenario(
  "after 26 CFR 1.1091-1(h) example 3: the first 100 shares bought take loss and holding period",
  `
  buy  A 100 net 5000.00 1954-09-15
  sell S 100 net 4000.00 1956-02-01
  buy  B  50 net 2000.00 1956-02-15
  buy  C  50 net 2000.00 1956-02-16
  buy  D  50 net 2000.00 1956-02-17
  buy  E  50 net 2000.00 1956-02-18
  closed A 50 disallowed 500.00 replaced B
  closed A 50 disallowed 500.00 replaced C
  left B 50 basis 2500.00 adjusted 1954-09-29 // 504 days earlier
  left C 50 basis 2500.00 adjusted 1954-09-30
  left D 50 basis 2000.00 adjusted 1956-02-17
  left E 50 basis 2000.00 adjusted 1956-02-18
`,
);

scenario(
  "26 CFR 1.1091-2(a) example 1: the new basis is the old one and what the new share cost more",
  `
  buy  A 1 @ 100.00 1935-06-03
  sell S 1 @  80.00 1955-01-15
  buy  B 1 @  90.00 1955-02-01
  closed A 1 gain 0.00 disallowed 20.00
  left B 1 basis 110.00 // 100.00 + (90.00 - 80.00)
`,
);

scenario(
  "26 CFR 1.1091-2(a) example 2: a cheaper share lowers the basis",
  `
  buy  A 1 @ 100.00 1935-06-03
  sell S 1 @  80.00 1955-01-15
  buy  B 1 @  70.00 1955-02-01
  closed A 1 gain 0.00 disallowed 20.00
  left B 1 basis 90.00 // 100.00 - (80.00 - 70.00)
`,
);

scenario(
  "IRS Publication 550, Wash Sales: 250 of loss is added to 800 of cost",
  `
  buy  A 100 net 1000.00 2023-03-01
  sell S 100 net  750.00 2023-06-01
  buy  B 100 net  800.00 2023-06-20
  closed A 100 disallowed 250.00 gain 0.00
  left B 100 basis 1050.00
`,
);

scenario(
  "IRS Publication 550, Loss and gain on same day: a washed loss lowers no gain of its day",
  `
  buy  A 100 @ 158.00 2007-02-01
  buy  B 100 @ 100.00 2007-05-01
  buy  C 100 @  95.00 2007-08-01
  sell S 300 @ 125.00 2012-12-27 FIFO
  buy  D 250 @ 120.00 2013-01-09
  closed A 100 disallowed 3300.00 gain 0.00 // 33 a share
  closed B 100 disallowed - gain 2500.00
  closed C 100 disallowed - gain 3000.00
  left D 100 basis 15300.00 // 12000.00 + 3300.00
  left D 150 basis 18000.00
`,
);

scenario(
  "after the Form 8949 instructions, code W: the disallowed loss is a positive adjustment",
  `
  buy  A 100 net 5200.00 2014-01-10
  sell S 100 net 4800.00 2014-08-25
  buy  B 100 net 4700.00 2014-09-15
  closed A 100 net 4800.00 basis 5200.00 disallowed 400.00 gain 0.00 // 4800 - 5200 + 400
  left B 100 basis 5100.00
`,
);

scenario(
  "26 CFR 1.1015-1(a)(2): between the donor's 100,000 and the 90,000 at the gift is neither",
  `
  gift G 1 basis 100000.00 value 90000.00 donor 2005-03-01 2024-01-05
  sell S 1 @ 95000.00 2024-06-01
  closed G 1 basis 95000.00 gain 0.00
`,
);

scenario(
  "IRS Publication 551, Property Received as a Gift: 10,000 to the donor, 8,000 at the gift",
  `
  gift G 1 basis 10000.00 value 8000.00 donor 2005-03-01 2024-01-05
  gift H 1 basis 10000.00 value 8000.00 donor 2005-03-01 2024-01-05
  gift I 1 basis 10000.00 value 8000.00 donor 2005-03-01 2024-01-05
  sell S 1 @ 12000.00 2024-06-01 named G:1
  sell T 1 @ 7000.00 2024-08-01 named H:1
  sell U 1 @ 9000.00 2024-10-01 named I:1
  closed G 1 basis 10000.00 gain 2000.00 adjusted 2005-03-01 term LT covered N
  closed H 1 basis 8000.00 gain -1000.00 adjusted 2024-01-05 term ST acquired 2005-03-01
  closed I 1 basis 9000.00 gain 0.00 adjusted 2005-03-01 term LT
`,
);

scenario(
  "after IRS Publication 551, Inherited Property: the basis is the market value at death",
  `
  inherit I 10 value 1000.00 died 2024-05-01 2024-06-01
  sell S 10 @ 110.00 2024-06-02
  closed I 10 basis 1000.00 term LT gain 100.00
`,
);

scenario(
  "IRS Publication 550 (2013), corporate reorganizations: 10.9624 % of 5,400 is spun off",
  `
  buy  RGB 75 net 5400.00 2010-03-01
  // 1 × 10.9624 / (1 × 10.9624 + 3 × 29.6792) = 10.9624 %
  spin-off O into Y ratio 1:3 child 10.9624 parent 29.6792 2013-07-26
  left RGB 75 basis 4808.03 of X acquired 2010-03-01
  left RGB 25 basis 591.97 of Y acquired 2010-03-01 // the publication rounds to 592
`,
);

scenario(
  "IRS Publication 17, Nondividend Distributions: of 30 after 80 of 100, 10 are gain",
  `
  buy  A 1 @ 100.00 2004-03-01
  return R amount 80.00 2007-06-01
  return T amount 30.00 2017-06-01
  closed A 0 net 10.00 basis 0.00 gain 10.00 term LT by T
  left A 1 basis 0.00
`,
);

for (const [acquired, last, long] of [
  ["2023-04-30", "2024-04-30", "2024-05-01"],
  ["2023-02-28", "2024-02-29", "2024-03-01"],
  ["2024-02-29", "2025-02-28", "2025-03-01"],
  ["2023-12-31", "2024-12-31", "2025-01-01"],
] as const) {
  scenario(
    `after Rev. Rul. 66-7: acquired ${acquired}, the last of its month, long-term from ${long}`,
    `
    buy  A 2 @ 50.00 ${acquired}
    sell S 1 @ 60.00 ${last}
    sell T 1 @ 60.00 ${long}
    closed A 1 term ST
    closed A 1 term LT
  `,
  );
}

scenario(
  "after IRS Publication 544, Holding Period: bought 5 February, long-term from the next 6th",
  `
  buy  A 2 @ 50.00 2023-02-05
  sell S 1 @ 60.00 2024-02-05
  sell T 1 @ 60.00 2024-02-06
  closed A 1 term ST
  closed A 1 term LT
`,
);
