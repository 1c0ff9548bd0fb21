// Average cost, for non-taxable accounts only. (docs/tax-lots.md, "Average cost")
import { scenario } from "../../reference/scenario.ts";

scenario(
  "the basis relieved is the position's part, half even, and the rows are the oldest shares",
  `
  account retirement AVGC
  buy  A 2 net 10.01 2023-01-05
  buy  B 2 net 10.01 2023-02-05
  sell S 3 @ 10.00 2024-06-05 // 20.02 × 3 / 4 = 15.015 → 15.02
  closed A 2 basis 10.01 net 20.00 strategy A
  closed B 1 basis 5.01 net 10.00
  left B 1 basis 5.00
`,
);

scenario(
  "a half cent goes to the even neighbour, and the last share takes what is left",
  `
  account retirement AVGC
  buy  A 4 net 10.02 2023-01-05
  sell S 1 @ 5.00 2024-06-05 // 2.505 → 2.50
  sell T 3 @ 5.00 2024-06-06
  closed A 1 basis 2.50
  closed A 3 basis 7.52
`,
);

scenario(
  "one share of unknown basis makes the average unknown until the position is empty",
  `
  account retirement AVGC
  buy  A 10 @ 5.00 2023-01-05
  transfer T 1 2023-02-05
    lot 1 acquired 2020-01-01
  sell S 5 @ 6.00 2024-01-05
  sell U 6 @ 6.00 2024-02-05
  buy  B 10 @ 7.00 2024-03-05
  sell V 4 @ 8.00 2024-04-05
  closed T 1 basis - gain - known U
  closed A 4 basis - gain -
  closed A 6 basis - gain -
  closed B 4 basis 28.00 gain 4.00 known K
  left B 6 basis 42.00
`,
);

scenario(
  "open lots show no average if it is unknown",
  `
  account retirement AVGC
  buy  A 10 @ 5.00 2023-01-05
  gift G 10 donor 2020-01-05 2023-02-05
  left G 10 basis - original - known U effective -
  left A 10 basis - original - known U
`,
);

for (const [event, line] of [
  ["a spin-off", "spin-off E into Y ratio 1:1 child 1.00 parent 1.00"],
  ["a merger", "merger E into Y ratio 1:1"],
  ["a change of symbol", "symbol E into Y"],
] as const) {
  scenario(
    `${event} takes an unknown average along to a known one`,
    `
    account retirement AVGC
    buy  A 10 @ 5.00 2023-01-05 of Y
    transfer T 10 2023-02-05
      lot 10 acquired 2022-01-01
    ${line} 2024-01-05
    sell S 10 @ 6.00 2024-02-05 of Y
    sell U 10 @ 6.00 2024-02-06 of Y
    buy  B 10 @ 7.00 2024-03-05 of Y
    sell V 10 @ 6.00 2024-04-05 of Y
    closed T 10 basis -
    closed A 10 basis -
    closed B 10 basis 70.00
  `,
  );
}

scenario(
  "a gift is added at the donor's basis and date, whatever its value",
  `
  account retirement AVGC
  gift G 10 basis 100.00 value 80.00 donor 2020-01-05 2023-01-05
  sell S 5 @ 7.00 2024-01-05
  closed G 5 basis 50.00 gain -15.00 adjusted 2020-01-05 term LT
`,
);

scenario(
  "a merger for both acts on the position as on one lot",
  `
  account retirement AVGC
  buy  A 10 net 20.00 2023-01-05
  buy  B 10 net 180.00 2023-02-05
  merger M into Y ratio 1:1 cash 5.00 new-value 8.00 2024-06-05 // 160 + 100 - 200 = 60 of gain
  closed A 0 net 50.00 basis 20.00 gain 30.00
  closed B 0 net 50.00 basis 20.00 gain 30.00
  left A 10 basis 80.00
  left B 10 basis 80.00
`,
);

scenario(
  "a return of capital beyond the basis is shared over the lots",
  `
  account retirement AVGC
  buy  A 10 net 20.00 2023-01-05
  buy  B 10 net 20.00 2023-02-05
  return R amount 50.00 2024-06-05
  closed A 0 net 5.00 gain 5.00
  closed B 0 net 5.00 gain 5.00
  left A 10 basis 0.00
  left B 10 basis 0.00
`,
);

scenario(
  "a lot whose part of the gain of a return of capital is less than a cent has no row",
  `
  account retirement AVGC
  buy  A 10 net 20.00 2023-01-05
  buy  B 10 net 20.00 2023-02-05
  return R amount 40.01 2024-06-05
  closed A 0 net 0.01 gain 0.01
`,
);

scenario(
  "a spin-off and a split keep the average",
  `
  account retirement AVGC
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 300.00 2023-02-05
  spin-off O into Y ratio 1:2 child 10.00 parent 5.00 2024-01-05
  split P ratio 2:1 2024-02-05
  sell S 20 @ 20.00 2024-03-05
  sell T 5 @ 20.00 2024-03-06 of Y
  closed A 20 basis 100.00
  closed A 5 basis 100.00 of Y
`,
);

scenario(
  "a merger for cash closes the position at its average",
  `
  account retirement AVGC
  buy  A 10 net 100.00 2023-01-05
  buy  B 10 net 300.00 2023-02-05
  merger M cash 25.00 2024-01-05
  closed A 10 net 250.00 basis 200.00
  closed B 10 net 250.00 basis 200.00
`,
);

scenario(
  "a change of symbol carries the average on",
  `
  account retirement AVGC
  buy  A 10 net 100.00 2023-01-05
  symbol Q into Y 2024-01-05
  buy  B 10 net 300.00 2024-02-05 of Y
  sell S 5 @ 25.00 2024-03-05 of Y
  closed A 5 basis 100.00
`,
);

for (const [what, words, reason] of [
  ["another method", "FIFO", "fact.method"],
  ["named lots", "named A:5", "fact.named.lots"],
] as const) {
  scenario(
    `a non-taxable account refuses ${what}`,
    `
    account retirement AVGC
    buy  A 10 @ 5.00 2023-01-05
    sell S 5 @ 6.00 2024-01-05 ${words}
    refused S ${reason}
  `,
  );
}

scenario(
  "a taxable account refuses average cost",
  `
  buy  A 10 @ 5.00 2023-01-05
  sell S 5 @ 6.00 2024-01-05 AVGC
  refused S fact.method
`,
);

for (const [account, what] of [
  ["taxable AVGC", "a taxable account whose own method is average cost"],
  ["retirement FIFO", "an account without tax whose own method is another"],
] as const) {
  scenario(
    `${what} refuses a sale that names none`,
    `
    account ${account}
    buy  A 10 @ 5.00 2023-01-05
    sell S 5 @ 6.00 2024-01-05
    refused S fact.method
  `,
  );
}

scenario(
  "a sale that names a method or lots does not use the account's own method",
  `
  account taxable AVGC
  buy  A 10 @ 5.00 2023-01-05
  sell S 5 @ 6.00 2024-01-05 named A:5
  sell T 5 @ 6.00 2024-01-06 FIFO
  closed A 5 strategy V
  closed A 5 strategy F
`,
);
