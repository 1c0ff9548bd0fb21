// The order in which lots are closed: every method, named lots, ties, and unknown dates or costs. (docs/tax-lots.md)
import { scenario } from "../../reference/scenario.ts";

const four = `
  buy  LL 10 @ 150.00 2020-01-05  // long, loses 50 a share at 100
  buy  LG 10 @  60.00 2020-02-05  // long, gains 40
  buy  SG 10 @  80.00 2024-12-05  // short, gains 20
  buy  SL 10 @ 110.00 2025-01-05  // short, loses 10
`;
const sold = (method: string, order: string) => `
  ${four}
  sell S 40 @ 100.00 2025-06-01 ${method}
  ${order
    .split(" ")
    .map((lot) => `closed ${lot} 10 strategy ${letters[method]}`)
    .join("\n")}
`;
const letters: Readonly<Record<string, string>> = {
  FIFO: "F",
  LIFO: "L",
  LGHL: "S",
  HGLL: "G",
  LLTG: "C",
  LSTG: "D",
  HLTG: "H",
  HSTG: "J",
};

scenario("FIFO takes the oldest first", sold("FIFO", "LL LG SG SL"));
scenario("LIFO takes the newest first", sold("LIFO", "SL SG LG LL"));
scenario("LGHL takes the largest loss, then the smallest gain", sold("LGHL", "LL SL SG LG"));
scenario("HGLL takes the largest gain, then the smallest loss", sold("HGLL", "LG SG SL LL"));
scenario(
  "LLTG takes long losses, short losses, short gains, long gains",
  sold("LLTG", "LL SL SG LG"),
);
scenario(
  "LSTG takes short losses, long losses, long gains, short gains",
  sold("LSTG", "SL LL LG SG"),
);
scenario(
  "HLTG takes long gains, short gains, short losses, long losses",
  sold("HLTG", "LG SG SL LL"),
);
scenario(
  "HSTG takes short gains, long gains, long losses, short losses",
  sold("HSTG", "SG LG LL SL"),
);

for (const [method, order] of [
  ["LLTG", "L50 L10 S20 S5 G5 G20 H10 H40"],
  ["LSTG", "S20 S5 L50 L10 H10 H40 G5 G20"],
  ["HLTG", "H40 H10 G20 G5 S5 S20 L10 L50"],
  ["HSTG", "G20 G5 H40 H10 L10 L50 S5 S20"],
] as const) {
  scenario(
    `${method} exhausts class after class, each by size within itself`,
    `
    buy  L10 10 @ 110.00 2020-01-05 // long, loses 10 a share at 100
    buy  L50 10 @ 150.00 2020-02-05
    buy  H10 10 @  90.00 2020-03-05 // long, gains 10
    buy  H40 10 @  60.00 2020-04-05
    buy  S5  10 @ 105.00 2025-01-05 // short, loses 5
    buy  S20 10 @ 120.00 2025-02-05
    buy  G5  10 @  95.00 2025-03-05 // short, gains 5
    buy  G20 10 @  80.00 2025-04-05
    sell S 80 @ 100.00 2025-06-01 ${method}
    ${order
      .split(" ")
      .map((lot) => `closed ${lot} 10`)
      .join("\n")}
  `,
  );
}

for (const [method, last] of [
  ["LGHL", "A"],
  ["HGLL", "B"],
] as const) {
  scenario(
    `${method} goes by the adjusted basis, after a washed loss`,
    `
    buy  A 10 @ 50.00 2024-01-05
    sell S 10 @ 40.00 2024-06-03
    buy  B 10 @ 45.00 2024-06-10 // basis 550.00 with the 100.00 of A
    buy  A2 10 @ 50.00 2024-08-10
    sell T 10 @ 52.00 2024-09-01 ${method}
    closed A 10
    closed ${last === "A" ? "B" : "A2"} 10
  `,
  );
}

scenario(
  "LGHL takes the loss before the gain",
  `
  buy  A  10 @  50.00  2023-01-05
  buy  B  10 @ 120.00  2024-02-10
  sell S  12 @ 100.00  2025-06-01  LGHL
  closed B 10 gain -200.00  // 10 × (100.00 - 120.00)
  closed A  2 gain 100.00   // 2 × (100.00 - 50.00)
  left A 8 basis 400.00
`,
);

scenario(
  "a gain of zero is a gain",
  `
  buy  A 10 @ 100.00 2024-01-05
  buy  B 10 @ 101.00 2025-01-05
  sell S 20 @ 100.00 2025-06-01 HSTG
  closed A 10
  closed B 10
`,
);

scenario(
  "the order is by the price before fees",
  `
  buy  A 10 @ 100.00 2020-01-05 // gains 0 before the fee of the sale, loses after it
  buy  B 10 @ 101.00 2025-01-05
  sell S 5 @ 100.00 fees 50.00 2025-06-01 HLTG
  closed A 5 gain -50.00 // 500.00 - 50.00 - 500.00
`,
);

scenario(
  "gain per share is compared exactly, not to the cent",
  `
  buy  A 3 net 100.00 2024-01-05 // 33.3333… a share
  buy  B 3 net 100.01 2024-02-05 // 33.3366… a share
  sell S 1 @ 40.00 2024-06-01 HGLL
  closed A 1 basis 33.33
`,
);

scenario(
  "WLFS weighs by the tax rate of the term, most negative first",
  `
  buy  L 10 @ 120.00 2020-01-05 // -20 × 10 % = -2
  buy  S 10 @ 110.00 2025-01-05 // -10 × 30 % = -3
  buy  G 10 @  50.00 2020-03-05 //  50 × 10 % = 5
  buy  H 10 @  80.00 2025-03-05 //  20 × 30 % = 6
  sell W 40 @ 100.00 2025-06-01 WLFS short 30 long 10
  closed S 10 strategy W
  closed L 10 strategy W
  closed G 10 strategy W
  closed H 10 strategy W
`,
);

scenario(
  "WGFS is the reverse of WLFS",
  `
  buy  L 10 @ 120.00 2020-01-05
  buy  S 10 @ 110.00 2025-01-05
  buy  G 10 @  50.00 2020-03-05
  buy  H 10 @  80.00 2025-03-05
  sell W 40 @ 100.00 2025-06-01 WGFS short 30 long 10
  closed H 10 strategy X
  closed G 10
  closed L 10
  closed S 10
`,
);

scenario(
  "a rate that is not set equals the other",
  `
  buy  L 10 @ 110.00 2020-01-05 // -10 × 15 %
  buy  S 10 @ 120.00 2025-01-05 // -20 × 15 %, not × 0 %
  sell W 20 @ 100.00 2025-06-01 WLFS long 15
  closed S 10
  closed L 10
`,
);

scenario(
  "a short-term rate alone applies to both terms",
  `
  buy  L 10 @ 120.00 2020-01-05
  buy  S 10 @ 110.00 2025-01-05
  sell W 20 @ 100.00 2025-06-01 WLFS short 15
  closed L 10
  closed S 10
`,
);

scenario(
  "without rates, or with both 0, WLFS is LGHL",
  `
  buy  A 10 @  80.00 2020-01-05
  buy  B 10 @ 120.00 2020-02-05
  sell V 5 @ 100.00 2025-06-01 WLFS
  sell W 5 @ 100.00 2025-06-02 WLFS short 0 long 0
  closed B 5
  closed B 5
`,
);

scenario(
  "a rate of 0 makes every gain of its term equal, so the oldest lot goes first",
  `
  buy  A 10 @  20.00 2020-01-05
  buy  B 10 @ 170.00 2020-02-05
  buy  C 10 @ 100.00 2024-08-05
  buy  D 10 @ 101.00 2024-09-05
  sell W 40 @ 100.00 2025-06-01 WLFS short 30 long 0
  closed D 10 // -1 × 30 %
  closed A 10 // 0, and the oldest of those that weigh 0
  closed B 10
  closed C 10
`,
);

scenario(
  "ties go to the older, then to the lower transaction id, also under LIFO",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 10 @ 50.00 2024-01-05
  buy  C 10 @ 50.00 2023-01-05
  sell S 15 @ 60.00 2024-06-01 LGHL
  sell T 15 @ 60.00 2024-06-02 LIFO
  closed C 10
  closed A  5
  closed A  5
  closed B 10
`,
);

scenario(
  "the lower transaction id is lower as a number, not as text",
  `
  buy  900 10 @ 50.00 2024-01-05
  buy  1000 10 @ 60.00 2024-01-05
  sell S 10 @ 70.00 2024-06-01 FIFO
  closed 900 10
`,
);

scenario(
  "the lower id goes first whatever the order of entry",
  `
  buy  1000 10 @ 60.00 2024-01-05
  buy  900 10 @ 50.00 2024-01-05
  sell S 10 @ 70.00 2024-06-01 FIFO
  closed 900 10
`,
);

scenario(
  "the lots of one transfer tie as listed, before their adjusted dates are looked at",
  `
  transfer T 20 2024-01-05
    lot 10 acquired 2020-01-01 adjusted 2019-12-01 basis 101.00
    lot 10 acquired 2020-01-01 adjusted 2019-01-01 basis 102.00
  sell S 5 @ 60.00 2024-06-01 FIFO
  closed T 5 basis 50.50
`,
);

scenario(
  "inside one purchase the older adjusted date goes first, although it was matched later",
  `
  buy  A 10 @ 50.00 2024-05-24
  buy  B 10 @ 60.00 2023-06-04
  sell S 10 @ 40.00 2024-06-03 named A:10 // held 10 days
  sell T 10 @ 40.00 2024-06-03 named B:10 // held 365 days
  buy  C 30 @ 40.00 2024-06-10
  sell U 20 @ 70.00 2024-09-01 FIFO
  closed A 10 disallowed 100.00
  closed B 10 disallowed 200.00
  closed C 10 basis 600.00 adjusted 2023-06-11
  closed C 10 basis 500.00 adjusted 2024-05-31
  left C 10 basis 400.00
`,
);

scenario(
  "of pieces with the same adjusted date, the one matched first goes first",
  `
  buy  A 5 @ 50.00 2024-01-05
  buy  B 5 @ 60.00 2024-01-05
  sell S 10 @ 40.00 2024-06-03
  buy  C 10 @ 40.00 2024-06-10
  sell T 5 @ 70.00 2024-09-01 FIFO
  closed A 5 disallowed 50.00
  closed B 5 disallowed 100.00
  closed C 5 basis 250.00 // 200.00 + 50.00
`,
);

scenario(
  "an unmatched rest goes last, also where the match moved no date",
  `
  transfer T 10 2024-01-05
    lot 10 basis 500.00
  sell S 10 @ 40.00 2024-06-03
  buy  C 20 @ 40.00 2024-06-10
  sell U 10 @ 70.00 2024-09-01 FIFO
  closed T 10 disallowed 100.00
  closed C 10 basis 500.00 adjusted 2024-06-10
  left C 10 basis 400.00
`,
);

scenario(
  "the lots of one transfer tie as listed",
  `
  transfer T 20 2024-01-05
    lot 10 acquired 2020-01-01 basis 100.00 original 101.00
    lot 10 acquired 2020-01-01 basis 100.00 original 102.00
  sell S 15 @ 60.00 2024-06-01 HGLL
  closed T 10 original 101.00
  closed T  5 original 51.00
`,
);

scenario(
  "age is by the original date, term by the adjusted one",
  `
  transfer T 10 2025-01-05
    lot 10 acquired 2024-12-01 adjusted 2020-01-01 basis 500.00
  buy  A 10 @ 40.00 2024-11-01
  sell S 10 @ 60.00 2025-06-01 FIFO
  sell U 5 @ 60.00 2025-06-02 FIFO
  closed A 10 term ST
  closed T 5 term LT acquired 2024-12-01 adjusted 2020-01-01
`,
);

scenario(
  "lots named in the order go in the order named",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 60.00 2023-02-05
  buy  C 10 @ 70.00 2023-03-05
  sell S 7 @ 100.00 2025-06-01 named C:5,A:2
  closed C 5 strategy V
  closed A 2 strategy V
  left A 8
  left B 10
  left C 5
`,
);

scenario(
  "named shares must be held and add up to the sale",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 60.00 2023-02-05 of Y
  sell S 12 @ 100.00 2025-06-01 named A:11
  sell T 2 @ 100.00 2025-06-02 of Y named A:2
  refused S fact.named.sum
`,
);

scenario(
  "a lot named twice must cover both parts together",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 50.00 2023-01-06
  sell S 12 @ 100.00 2025-06-01 named A:6,A:6
  refused S fact.named.held
`,
);

scenario(
  "among the lots of a named transaction the tie-breakers choose",
  `
  transfer T 20 2024-01-05
    lot 10 acquired 2022-01-01 basis 100.00
    lot 10 acquired 2020-01-01 basis 200.00
  sell S 15 @ 60.00 2024-06-01 named T:15
  closed T 10 acquired 2020-01-01
  closed T 5 acquired 2022-01-01
`,
);

scenario(
  "a named lot of another security is not held",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 60.00 2023-02-05 of Y
  sell T 2 @ 100.00 2025-06-02 of Y named A:2
  refused T fact.named.held
`,
);

scenario(
  "an unknown basis counts as zero in the order and is not shown",
  `
  buy  A 10 @ 50.00 2023-01-05
  transfer T 10 2024-01-05
    lot 10 acquired 2020-01-01
  sell S 15 @ 60.00 2025-06-01 HGLL
  closed T 10 basis - original - gain - disallowed - known U covered N net 600.00 term LT effective -
  closed A  5 gain 50.00 known K
`,
);

scenario(
  "an unknown date is the oldest and long in the order, and UN in the row",
  `
  buy  A 10 @ 50.00 2019-01-05
  transfer T 10 2024-01-05
    lot 10 basis 500.00
  sell S 5 @ 60.00 2024-06-01 FIFO
  sell U 5 @ 60.00 2024-06-02 HLTG
  closed T 5 term UN acquired - adjusted - covered N
  closed T 5 term UN
`,
);

scenario(
  "without a price the last close orders, and the row has no price",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 90.00 2023-02-05
  transfer-out O 5 close 80.00 2024-06-01 HGLL
  closed A 5 net - gain - disallowed - price - basis 250.00 reported false code -
  left A 5
  left B 10
`,
);

scenario(
  "a price orders, whatever the last close",
  `
  buy  A 10 @ 50.00 2020-01-05 // long
  buy  B 10 @ 90.00 2024-02-05 // short
  sell S 5 @ 100.00 close 10.00 2024-06-01 HLTG
  sell T 5 @ 70.00 close 100.00 2024-06-02 LSTG
  closed A 5
  closed B 5
`,
);

scenario(
  "an expiry orders lots at a price of 0, whatever the last close",
  `
  buy  A 10 @ 50.00 2020-01-05 // long, loses 50 at 0
  buy  B 10 @ 60.00 2024-02-05 // short, loses 60
  expire E 5 close 100.00 2024-06-01 LLTG
  expire F 5 2024-06-02 LSTG
  closed A 5
  closed B 5
`,
);

for (const kind of ["sell", "redeem", "cash-in-lieu"] as const) {
  scenario(
    `without a price ${kind} orders lots by its amount for one share, whatever the last close`,
    `
    buy  A 10 @ 80.00 2023-01-05
    buy  B 10 @ 90.00 2023-02-05
    ${kind} S 5 net 425.00 close 70.00 2024-06-01 HSTG // 85.00: A gains 5, B loses 5
    closed A 5 net 425.00 price 85.000000
  `,
  );
}

scenario(
  "a method that orders by age needs neither",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 90.00 2023-02-05
  transfer-out O 5 2024-06-01 LIFO
  closed B 5 strategy L
`,
);

scenario(
  "a method that orders by gain needs a price or a close",
  `
  buy  A 10 @ 50.00 2023-01-05
  transfer-out O 5 2024-06-01 LGHL
  refused O fact.no.price
`,
);

scenario(
  "the account's own method applies if the sale names none",
  `
  account taxable HGLL
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 40.00 2023-02-05
  sell S 10 @ 60.00 2024-06-01
  sell T 5 @ 60.00 2024-06-02 LIFO
  closed B 10 strategy G
  closed A 5 strategy L
`,
);

const delivered = `
  transfer T 30 2024-01-05
    lot 10 acquired 2020-01-05 basis 100.00
    lot 10 acquired 2021-01-05 basis 200.00
    lot 10 acquired 2022-01-05 basis 300.00`;

scenario(
  "one lot of a transfer in is named by its place, from 1",
  `${delivered}
  sell S 7 @ 100.00 2025-06-01 named T/3:5,T/1:2
  closed T 5 basis 150.00 strategy V
  closed T 2 basis 20.00
  left T 8 basis 80.00
  left T 10 basis 200.00
  left T 5 basis 150.00
`,
);

scenario(
  "places are taken before what is named whole, of which the ties choose the rest",
  `${delivered}
  sell S 22 @ 100.00 2025-06-01 named T:12,T/2:10
  closed T 10 basis 200.00
  closed T 10 basis 100.00
  closed T 2 basis 60.00
`,
);

scenario(
  "a lot that is reached twice has one row",
  `${delivered}
  buy  A 3 net 9.00 2024-02-01
  sell S 18 @ 100.00 2025-06-01 named T:12,T/1:4,A:1,A:1
  closed T 10 basis 100.00
  closed T 6 basis 120.00
  closed A 2 basis 6.00
`,
);

scenario(
  "a place keeps its number over events and other sales",
  `${delivered}
  sell S 10 @ 100.00 2024-06-01 named T/1:10
  spin-off O into Y ratio 1:1 child 1.00 parent 1.00 2024-07-01
  split P ratio 2:1 2024-08-01 of Y
  sell U 20 @ 100.00 2025-06-01 named T/2:20 of Y
  closed T 10 basis 100.00
  closed T 20 basis 100.00 of Y
`,
);

for (const [what, named] of [
  ["more of a place than is held", "T/2:11"],
  ["a place that the transfer has not", "T/4:1"],
  ["more of the whole than its places leave", "T:21,T/2:10"],
  ["a place of what is no transfer in", "A/1:1"],
] as const) {
  const sum = named.split(",").reduce((total, each) => total + Number(each.split(":")[1]), 0);
  scenario(
    `${what} is not held`,
    `${delivered}
    buy  A 3 net 9.00 2024-02-01
    sell S ${sum} @ 100.00 2025-06-01 named ${named}
    refused S fact.named.held
  `,
  );
}

scenario(
  "the place of a lot that was joined to another is gone",
  `
  transfer T 100.00001 2024-01-05
    lot 100 acquired 2020-01-05 basis 100.00
    lot 0.00001 acquired 2021-01-05 basis 1.00
  split P ratio 1:10 2024-02-05
  sell S 0.00001 @ 100.00 2025-06-01 named T/2:0.00001
  refused S fact.named.held
`,
);
