// Lots too small for a share of a split or a merger. (docs/tax-lots.md, "Lots without a share")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "a lot without a new share is joined to the next older one, which keeps its dates",
  `
  buy  A 100 net 100.00 2023-01-05
  buy  B 0.00001 net 1.00 2023-02-05
  buy  C 100 net 300.00 2023-03-05
  split P ratio 1:10 2024-01-05 // 20.000001 → 20.00000
  left A 10 basis 101.00 original 101.00 acquired 2023-01-05 first 100.00001 effective 2024-01-05
  left C 10 basis 300.00 first 100 effective 2023-03-05
`,
);

scenario(
  "if no older lot has a new share, the lot is joined to the next younger one",
  `
  buy  A 0.00001 net 1.00 2023-01-05
  buy  B 0.00001 net 2.00 2023-02-05
  buy  C 100 net 100.00 2023-03-05
  buy  D 100 net 300.00 2023-04-05
  split P ratio 1:10 2024-01-05
  left C 10 basis 103.00 original 103.00 acquired 2023-03-05 adjusted 2023-03-05
  left D 10 basis 300.00
`,
);

scenario(
  "shares are allotted before lots are joined",
  `
  buy  A 4 net 4.00 2023-01-05
  buy  B 4 net 4.00 2023-02-05
  buy  C 1 net 1.00 2023-03-05
  split P ratio 1:300000 2024-01-05 // 0.00003: a third is left over everywhere, and goes to A
  left A 0.00002 basis 4.00
  left B 0.00001 basis 5.00 // joined first it had five ninths of them, so both had 0.000015
`,
);

scenario(
  "a lot that absorbs a gift takes on its lower value next to its own basis",
  `
  buy  A 100 net 1000.00 2023-01-05
  gift G 0.00001 basis 100.00 value 40.00 donor 2010-01-01 2023-06-05
  split P ratio 1:10 2024-01-01
  sell S 5 net 520.00 2024-02-05 // a half of 1040.00: it neither gains nor loses
  sell T 5 net 500.00 2024-02-06 // a loss below the lower value, of the term of A's own date
  closed A 5 net 520.00 basis 520.00 gain 0.00 original 550.00
  closed A 5 basis 520.00 gain -20.00 adjusted 2023-01-05 term LT given -
`,
);

scenario(
  "a gift that absorbs a purchase adds its basis to both values",
  `
  gift G 100 basis 1000.00 value 400.00 donor 2010-01-01 2023-06-05
  buy  A 0.00001 net 100.00 2023-07-05
  split P ratio 1:10 2024-01-01
  sell S 10 net 300.00 2024-02-05
  closed G 10 basis 500.00 gain -200.00 original 1100.00 adjusted 2023-06-05
`,
);

for (const [what, lots] of [
  ["a lot of unknown basis", ["lot 100 basis 100.00", "lot 0.00001"]],
  ["a known lot, where the other's is not known,", ["lot 100", "lot 0.00001 basis 7.00"]],
] as const) {
  scenario(
    `${what} leaves the basis of both unknown once they are joined`,
    `
    transfer T 100.00001 2023-01-05
      ${lots[0]} acquired 2020-01-05
      ${lots[1]} acquired 2021-01-05
    split P ratio 1:10 2024-01-05
    sell S 4 net 50.00 2024-02-05
    closed T 4 basis - gain - original - known U
    left T 6 basis - original - known U covered N acquired 2020-01-05
  `,
  );
}

scenario(
  "shares bought with an absorbed lot replace no shares afterwards",
  `
  buy  A 100 net 10000.00 2023-01-05
  buy  C 100 net 10000.00 2023-06-05
  buy  B 0.00001 net 1.00 2024-01-20
  split P ratio 1:10 2024-01-25
  sell S 10 net 900.00 2024-02-01 named A:10
  closed A 10 gain -9100.00 disallowed -
  left C 10 basis 10001.00
`,
);

scenario(
  "a purchase that absorbed a lot still replaces with its own shares",
  `
  buy  A 100 net 10000.00 2023-01-05
  buy  C 100 net 10000.00 2024-01-10
  buy  B 0.00001 net 1.00 2024-01-20
  split P ratio 1:10 2024-01-25
  sell S 10 net 900.00 2024-02-01 named A:10
  closed A 10 gain 0.00 disallowed 9100.00 replaced C
  left C 10 basis 19101.00
`,
);

scenario(
  "a replacement of unknown basis adds no loss to its basis, but its date still moves back",
  `
  buy  A 100 net 10000.00 2023-01-05
  buy  C 100 net 10000.00 2024-01-10
  transfer T 0.00001 2024-01-20
    lot 0.00001 acquired 2024-01-11
  split P ratio 1:10 2024-01-25
  sell S 10 net 900.00 2024-02-01 named A:10
  closed A 10 gain 0.00 disallowed 9100.00 replaced C
  left C 10 basis - adjusted 2022-12-14 // 392 days
`,
);

scenario(
  "a replacement that absorbed a gift adds the loss to both of its values",
  `
  buy  A 100 net 10000.00 2023-01-05
  buy  C 100 net 1000.00 2024-01-10
  gift G 0.00001 basis 100.00 value 40.00 donor 2024-01-11 2024-01-20
  split P ratio 1:10 2024-01-25
  sell S 10 net 9900.00 2024-02-01 named A:10
  sell U 10 net 1000.00 2024-06-01
  closed A 10 gain 0.00 disallowed 100.00 replaced C
  closed C 10 basis 1140.00 gain -140.00 // 1000.00 + 40.00 + 100.00
`,
);

scenario(
  "a match made by an earlier purchase remains when its lot is absorbed",
  `
  buy  A 100 net 10000.00 2023-01-05
  buy  D 100 net 10000.00 2023-06-05
  sell S 100 net 9000.00 2024-01-05 named A:100
  buy  B 0.00001 net 1.00 2024-01-20
  split P ratio 1:10 2024-01-25
  closed A 0.00001 disallowed 0.00 replaced B
  closed A 99.99999 gain -1000.00 disallowed -
  left D 10 basis 10001.00
`,
);

scenario(
  "under average cost lots are joined and the average stays",
  `
  account retirement AVGC
  buy  A 0.00001 net 1.00 2023-01-05
  buy  B 100 net 100.00 2023-02-05
  buy  C 100 net 299.00 2023-03-05
  split P ratio 1:10 2024-01-05
  left B 10 basis 200.00 original 101.00 acquired 2023-02-05
  left C 10 basis 200.00 original 299.00
`,
);

scenario(
  "a merger's cash covers the shares of an absorbed lot, in the row of the lot that absorbed it",
  `
  buy  A 4 net 2.00 2023-01-05
  buy  B 4 net 20.00 2023-02-05
  buy  C 1 net 10.00 2023-03-05
  merger M into Y ratio 1:300000 cash 1.00 new-value 100000.00 2024-06-05 // 9.00
  closed A 0 net 4.00 basis 0.00 gain 4.00 // 2.00 + 4.00 - 2.00
  closed B 0 net 5.00 basis 5.00 gain 0.00 // 1.00 + 5.00 - 30.00
  left A 0.00002 basis 2.00 of Y
  left B 0.00001 basis 25.00 original 30.00 of Y first 5
`,
);

scenario(
  "a merger that leaves the whole position without a share is refused",
  `
  buy  A 0.00001 net 1.00 2023-01-05
  buy  B 0.00002 net 1.00 2023-01-05
  merger M into Y ratio 1:10 cash 1.00 new-value 1.00 2024-01-05
  refused M fact.empty.position
`,
);
