// Wash sales, rule by rule. (26 USC 1091; 26 CFR 1.1091-1 and -2; docs/tax-lots.md, "Wash sales")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "the thirtieth day before and after is in the window",
  `
  buy  A 20 @ 50.00 2024-01-05
  buy  B 10 @ 40.00 2024-05-02 // 30 days before
  sell S 20 @ 30.00 2024-06-01 named A:20
  buy  C 10 @ 30.00 2024-07-01 // 30 days after
  closed A 10 disallowed 200.00 replaced B
  closed A 10 disallowed 200.00 replaced C
  left B 10 basis 600.00
  left C 10 basis 500.00
`,
);

scenario(
  "the thirty-first day before and after is not",
  `
  buy  A 20 @ 50.00 2024-01-05
  buy  B 10 @ 40.00 2024-05-01
  sell S 20 @ 30.00 2024-06-01 named A:20
  buy  C 10 @ 30.00 2024-07-02
  closed A 20 disallowed - gain -400.00
  left B 10 basis 400.00
  left C 10 basis 300.00
`,
);

scenario(
  "a partial match makes two lots, the matched one first",
  `
  buy  A 10 @ 50.00 2024-01-05
  sell S 10 @ 40.00 2024-06-03
  buy  B 30 net 1000.00 2024-06-10
  sell T 5 @ 60.00 2024-09-01 FIFO
  closed A 10 disallowed 100.00
  closed B 5 adjusted 2024-01-12 basis 216.67 gain 83.33 // half of 433.33; a half cent to the piece
  left B  5 basis 216.66 adjusted 2024-01-12
  left B 20 basis 666.67 adjusted 2024-06-10
`,
);

scenario(
  "a chain passes on the loss and the holding period",
  `
  buy  A 10 @ 100.00 2024-01-02
  sell S 10 @  90.00 2024-03-01
  buy  B 10 @  85.00 2024-03-15
  sell T 10 @  80.00 2024-04-01
  buy  C 10 @  75.00 2024-04-15
  sell U 10 @ 120.00 2025-03-01
  closed A 10 disallowed 100.00 gain 0.00
  closed B 10 disallowed 150.00 gain 0.00 basis 950.00 adjusted 2024-01-16
  closed C 10 basis 900.00 gain 300.00 adjusted 2024-01-30 term LT
`,
);

scenario(
  "earlier losses are matched with earlier purchases, and each share is used once",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 10 @ 60.00 2024-01-08
  sell S 10 @ 40.00 2024-06-03 named A:10
  sell T 10 @ 40.00 2024-06-04 named B:10
  buy  C 15 @ 35.00 2024-06-10
  closed A 10 disallowed 100.00
  closed B  5 disallowed 100.00
  closed B  5 disallowed - gain -100.00
  left C 10 basis 450.00
  left C  5 basis 275.00
`,
);

scenario(
  "two sales of one day are two disposals, in the order of entry",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 10 @ 60.00 2024-01-08
  sell T 10 @ 40.00 2024-06-03 named B:10
  sell S 10 @ 40.00 2024-06-03 named A:10
  buy  C 10 @ 35.00 2024-06-03
  closed B 10 disallowed 200.00
  closed A 10 disallowed - gain -100.00
`,
);

scenario(
  "inside one sale the losses go in the order of acquisition",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 10 @ 60.00 2024-01-08
  sell S 20 @ 40.00 2024-06-03 LIFO
  buy  C 10 @ 35.00 2024-06-10
  closed B 10 disallowed - gain -200.00
  closed A 10 disallowed 100.00 gain 0.00
`,
);

scenario(
  "the rest of the same purchase is not a replacement",
  `
  buy  A 20 @ 50.00 2024-05-20
  sell S 10 @ 40.00 2024-06-03
  closed A 10 disallowed - gain -100.00
  left A 10 basis 500.00
`,
);

scenario(
  "shares sold in the same sale, or before it, replace nothing",
  `
  buy  A 10 @ 50.00 2024-05-20
  buy  B 10 @ 60.00 2024-05-21
  buy  C 10 @ 20.00 2024-05-22
  sell R 10 @ 40.00 2024-05-30 named C:10
  sell S 20 @ 40.00 2024-06-03
  closed C 10 gain 200.00
  closed A 10 disallowed - gain -100.00
  closed B 10 disallowed - gain -200.00
`,
);

scenario(
  "a reinvestment replaces; transfers, gifts and inheritances do not",
  `
  buy  A 30 @ 50.00 2024-01-05
  transfer T 10 2024-06-01
    lot 10 acquired 2024-05-20 basis 400.00
  gift G 10 basis 400.00 value 900.00 donor 2024-05-20 2024-06-01
  inherit I 10 value 400.00 died 2024-05-20 2024-06-01
  sell S 30 @ 40.00 2024-06-03 named A:30
  reinvest R 2 @ 40.00 2024-06-15
  closed A  2 disallowed 20.00 replaced R
  closed A 28 disallowed - gain -280.00
`,
);

scenario(
  "a non-taxable account has no wash sales",
  `
  account retirement AVGC
  buy  A 10 @ 50.00 2024-01-05
  sell S 10 @ 40.00 2024-06-03
  buy  B 10 @ 35.00 2024-06-10
  closed A 10 disallowed - gain -100.00
`,
);

scenario(
  "another security does not replace",
  `
  buy  A 10 @ 50.00 2024-01-05
  sell S 10 @ 40.00 2024-06-03
  buy  B 10 @ 35.00 2024-06-10 of Y
  closed A 10 disallowed - gain -100.00
`,
);

scenario(
  "loss shares are matched as shares, even if their cents have gone to another piece",
  `
  buy  A 3 net 10.00 2024-01-05
  sell S 3 net  9.99 2024-06-03
  buy  B 1 net 3.00 2024-06-04
  buy  C 1 net 3.00 2024-06-05
  buy  D 1 net 3.00 2024-06-06
  closed A 1 net 3.33 basis 3.33 disallowed 0.00 replaced B
  closed A 1 net 3.33 basis 3.34 disallowed 0.01 replaced C // 3.335 of 6.67: the half cent to the piece
  closed A 1 net 3.33 basis 3.33 disallowed 0.00 replaced D
`,
);

scenario(
  "an unknown date moves no date",
  `
  transfer T 10 2024-01-05
    lot 10 basis 500.00
  sell S 10 @ 40.00 2024-06-03
  buy  B 10 @ 35.00 2024-06-10
  closed T 10 disallowed 100.00 term UN
  left B 10 basis 450.00 adjusted 2024-06-10
`,
);

scenario(
  "an unknown basis has no loss to disallow",
  `
  transfer T 10 2024-01-05
    lot 10 acquired 2020-01-01
  sell S 10 @ 40.00 2024-06-03
  buy  B 10 @ 35.00 2024-06-10
  closed T 10 disallowed - gain -
  left B 10 basis 350.00
`,
);

scenario(
  "the holding period is counted even where both lots were held",
  `
  buy  A 10 @ 50.00 2024-05-04
  buy  B 10 @ 60.00 2024-05-14
  sell S 10 @ 40.00 2024-06-03 named A:10
  closed A 10 disallowed 100.00
  left B 10 basis 700.00 adjusted 2024-04-14 // 30 days, of which 20 were B's own
`,
);

scenario(
  "a split in the window scales the shares that still wait",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  K 1 @ 50.00 2023-01-05
  sell S 10 @ 40.00 2024-06-03 named A:10
  split P ratio 2:1 2024-06-05
  buy  B 10 @ 20.00 2024-06-10 // ten new shares are five old ones
  closed A 5 disallowed 50.00
  closed A 5 disallowed - gain -50.00
  left K 2 basis 50.00
  left B 10 basis 250.00
`,
);

scenario(
  "a match over an odd split takes whole units on both sides",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  K 3 @ 50.00 2023-01-05
  sell S 10 @ 40.00 2024-06-03 named A:10
  split P ratio 1:3 2024-06-05
  buy  B 1 @ 120.00 2024-06-10
  buy  C 9 @ 120.00 2024-06-11
  closed A 3 disallowed 30.00
  closed A 7 disallowed 70.00 // 7 / 3 = 2.33333 new shares
  left K 1
  left B 1 basis 150.00
  left C 2.33333 basis 350.00
  left C 6.66667 basis 800.00
`,
);

scenario(
  "a change of symbol keeps purchase, window and waiting losses",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 4 @ 45.00 2024-05-20
  sell S 10 @ 40.00 2024-06-03 named A:10
  symbol Q into Y 2024-06-05
  buy  C 10 @ 35.00 2024-06-10 of Y
  closed A 4 disallowed 40.00 of X
  closed A 6 disallowed 60.00 of X replaced C
  left B 4 basis 220.00 of Y
  left C 6 basis 270.00 of Y
  left C 4 basis 140.00 of Y
`,
);

scenario(
  "a merger ends waiting losses and makes no replacement",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B  4 @ 45.00 2023-05-20
  buy  D  4 @ 30.00 2024-06-01 of Y
  sell S 10 @ 40.00 2024-06-03 named A:10
  merger M into Y ratio 1:1 2024-06-05
  buy  C 10 @ 35.00 2024-06-10 of Y
  sell T 4 @ 20.00 2024-06-11 of Y named D:4
  closed A 10 disallowed - gain -100.00
  closed D  4 disallowed 40.00 gain 0.00 replaced C
`,
);

scenario(
  "a merger for cash ends its own losses",
  `
  buy  A 10 @ 50.00 2024-01-05
  merger M cash 40.00 2024-06-05
  buy  C 10 @ 35.00 2024-06-10
  closed A 10 disallowed - gain -100.00 code MRG
`,
);

scenario(
  "exchanged shares of a recent purchase are not a replacement, but split shares are",
  `
  buy  A 10 @ 50.00 2024-01-05 of Y
  buy  B 10 @ 45.00 2024-05-20
  buy  E 2 @ 80.00 2024-05-25 of Y
  merger M into Y ratio 1:1 2024-05-28
  split P ratio 2:1 2024-06-01 of Y
  sell S 20 @ 20.00 2024-06-03 of Y named A:20
  closed A  4 disallowed 20.00 replaced E
  closed A 16 disallowed - gain -80.00
`,
);

scenario(
  "a gift's loss is washed at its lower value and from the day of the gift",
  `
  gift G 10 basis 1000.00 value 800.00 donor 2010-01-01 2024-05-04
  sell S 10 net 600.00 2024-06-03
  buy  B 10 net 500.00 2024-06-10
  closed G 10 basis 800.00 disallowed 200.00 gain 0.00 adjusted 2024-05-04
  left B 10 basis 700.00 adjusted 2024-05-11
`,
);

scenario(
  "replacements of one day go in the order of entry, whatever their ids",
  `
  buy  A 10 @ 50.00 2024-01-05
  sell S 10 @ 40.00 2024-06-03
  buy  1000 6 @ 35.00 2024-06-10
  buy  900 6 @ 35.00 2024-06-10
  closed A 6 replaced 1000
  closed A 4 replaced 900
`,
);

scenario(
  "earlier replacements of one day go in the order of entry, whatever their ids",
  `
  buy  A 8 @ 50.00 2024-01-05
  buy  1000 6 @ 35.00 2024-05-20
  buy  900 6 @ 35.00 2024-05-20
  sell S 8 @ 40.00 2024-06-03 named A:8
  closed A 6 replaced 1000
  closed A 2 replaced 900
`,
);

scenario(
  "losses of one sale and one day of acquisition go in the order of entry",
  `
  buy  1000 10 @ 50.00 2024-01-05
  buy  900 10 @ 60.00 2024-01-05
  sell S 20 @ 40.00 2024-06-03
  buy  C 10 @ 35.00 2024-06-10
  closed 900 10 disallowed -
  closed 1000 10 disallowed 100.00
`,
);

scenario(
  "a purchase replaces shares that were bought after it",
  `
  buy  B 10 @ 45.00 2024-05-20
  buy  A 10 @ 50.00 2024-05-25
  sell S 10 @ 40.00 2024-06-03 named A:10
  closed A 10 disallowed 100.00 replaced B
  left B 10 basis 550.00 adjusted 2024-05-11 // 9 days earlier
`,
);

scenario(
  "a purchase before a loss is used up before one after it",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 4 @ 45.00 2024-05-20
  sell S 10 @ 40.00 2024-06-03 named A:10
  buy  C 10 @ 35.00 2024-06-10
  closed A 4 replaced B
  closed A 6 replaced C
  left B 4 basis 220.00
  left C 6 basis 270.00
  left C 4 basis 140.00
`,
);

scenario(
  "a used replacement serves no later loss, but its unmatched rest does",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  D 10 @ 60.00 2024-01-06
  sell S 10 @ 40.00 2024-06-03 named A:10
  buy  B 12 @ 35.00 2024-06-10
  sell T 10 @ 40.00 2024-06-12 named D:10
  closed A 10 disallowed 100.00 replaced B
  closed D 2 disallowed 40.00 replaced B
  closed D 8 disallowed - gain -160.00
  left B 2 basis 110.00 adjusted 2024-01-04 // 158 days earlier, the other piece 150
  left B 10 basis 450.00 adjusted 2024-01-12
`,
);

scenario(
  "shares spun off from a recent purchase replace nothing",
  `
  buy  A 10 @ 50.00 2024-01-05 of Y
  buy  B 10 @ 50.00 2024-05-20
  spin-off O into Y ratio 1:1 child 1.00 parent 1.00 2024-05-28
  sell S 10 @ 40.00 2024-06-03 of Y named A:10
  closed A 10 disallowed - gain -100.00
`,
);

scenario(
  "a merger ends the waiting losses of its security, also for later purchases of it",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  K 1 @ 50.00 2023-01-05
  sell S 10 @ 40.00 2024-06-03 named A:10
  merger M into Y ratio 1:1 2024-06-05
  buy  C 10 @ 35.00 2024-06-10
  closed A 10 disallowed - gain -100.00
  left C 10 basis 350.00 of X
  left K 1 of Y
`,
);

scenario(
  "a purchase under the new id before a change of symbol replaces only what is sold after it",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  K 10 @ 60.00 2024-01-06
  sell S 10 @ 40.00 2024-06-03 named A:10
  buy  B 10 @ 35.00 2024-06-04 of Y
  symbol Q into Y 2024-06-05
  sell T 10 @ 40.00 2024-06-06 of Y named K:10
  closed A 10 disallowed - of X
  closed K 10 disallowed 200.00 replaced B
`,
);

for (const [title, sales] of [
  ["day of disposal", "sell T 10 @ 40.00 2024-06-03 of Y\n  sell S 10 @ 30.00 2024-06-02"],
  [
    "order of entry on one day",
    "sell S 10 @ 30.00 2024-06-03\n  sell T 10 @ 40.00 2024-06-03 of Y",
  ],
] as const) {
  scenario(
    `losses under both ids of a security wait by the ${title}`,
    `
    buy  A 10 @ 50.00 2024-01-05
    buy  B 10 @ 50.00 2024-01-05 of Y
    ${sales}
    symbol Q into Y 2024-06-05
    buy  C 10 @ 35.00 2024-06-10 of Y
    closed A 10 disallowed 200.00 of X
    closed B 10 disallowed - of Y
  `,
  );
}

for (const [shares, matched] of [
  ["0.00001", "0.00001"], // half a unit: nearest even is 0, at least one
  ["0.00003", "0.00002"], // one and a half
  ["0.00005", "0.00002"], // two and a half
] as const) {
  scenario(
    `${shares} waiting shares are ${matched} after a split one for two: half even, at least one unit`,
    `
    buy  A ${shares} net 1.00 2024-01-05
    buy  K 1 @ 50.00 2023-01-05
    sell S ${shares} net 0.00 2024-06-03 named A:${shares}
    split P ratio 1:2 2024-06-05
    buy  B 1 net 10.00 2024-06-10
    closed A ${shares} disallowed 1.00 replaced B
    left K 0.5
    left B ${matched} basis 1.00
    left B ${matched === "0.00001" ? "0.99999" : "0.99998"} basis 10.00
  `,
  );
}

for (const [shares, matched, rest] of [
  ["0.00001", "0.00001", "0.99999"], // half a unit of the shares sold
  ["0.00003", "0.00002", "0.99998"],
  ["0.00005", "0.00002", "0.99998"],
] as const) {
  scenario(
    `${shares} shares bought after a split two for one meet ${matched} waiting ones`,
    `
    buy  A 1 net 100000.00 2024-01-05
    buy  K 1 @ 50.00 2023-01-05
    sell S 1 net 0.00 2024-06-03 named A:1
    split P ratio 2:1 2024-06-05
    buy  B ${shares} net 1.00 2024-06-10
    closed A ${matched} disallowed ${matched === "0.00001" ? "1.00" : "2.00"} replaced B
    closed A ${rest} disallowed -
  `,
  );
}

scenario(
  "an adjusted date goes back to 0001-01-01 and no further",
  `
  transfer T 10 2024-01-05
    lot 10 acquired 0001-01-05 basis 500.00
  buy  B 10 @ 35.00 2024-05-20
  sell S 10 @ 40.00 2024-06-03 named T:10
  closed T 10 disallowed 100.00
  left B 10 adjusted 0001-01-01 // 14 days before 0001-01-05
`,
);

scenario(
  "the day from which a washed basis holds is the later of sale and purchase",
  `
  buy  A 20 @ 50.00 2024-01-05
  buy  B 10 @ 45.00 2024-05-20
  sell S 20 @ 40.00 2024-06-03 named A:20
  buy  C 10 @ 35.00 2024-06-10
  left B 10 basis 550.00 effective 2024-06-03
  left C 10 basis 450.00 effective 2024-06-10
`,
);

scenario(
  "a replacement is long-term by the date that the match moved",
  `
  buy  A 10 @ 50.00 2023-07-01
  sell S 10 @ 40.00 2024-06-03
  buy  B 10 @ 35.00 2024-06-10 // 338 days earlier: 2023-07-08
  sell T 5 @ 60.00 2024-07-08
  sell U 5 @ 60.00 2024-07-09
  closed A 10 term ST
  closed B 5 term ST adjusted 2023-07-08
  closed B 5 term LT
`,
);

scenario(
  "a lot of unknown basis has no loss, whatever its proceeds",
  `
  transfer T 10 2024-01-05
    lot 10 acquired 2020-01-01
  sell S 10 @ 0.10 fees 5.00 2024-06-03
  buy  B 10 @ 35.00 2024-06-10
  closed T 10 net -4.00 disallowed - gain -
  left B 10 basis 350.00
`,
);

for (const [kind, words] of [
  ["redemption", "redeem S 10 @ 40.00"],
  ["expiry", "expire S 10"],
  ["cash in lieu", "cash-in-lieu S 10 net 400.00"],
] as const) {
  scenario(
    `the loss of ${kind} is washed like that of a sale`,
    `
    buy  A 10 @ 50.00 2024-01-05
    ${words} 2024-06-03
    buy  B 10 @ 35.00 2024-06-10
    closed A 10 gain 0.00 replaced B
  `,
  );
}

scenario(
  "a transfer out and a gain wash nothing",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 10 @ 30.00 2024-01-06
  transfer-out O 10 @ 40.00 2024-06-03 FIFO
  sell S 10 @ 40.00 2024-06-03
  buy  C 20 @ 35.00 2024-06-10
  closed A 10 disallowed -
  closed B 10 disallowed - gain 100.00
  left C 20 basis 700.00
`,
);
