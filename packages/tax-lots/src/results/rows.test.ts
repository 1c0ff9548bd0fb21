// The parts of one fact or one lot in several rows, the order of rows, and their ids. (docs/tax-lots.md, "Cents and
// shares" and "Rows")
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import { runFacts } from "../reorganizations/run.ts";
import { closedLots } from "./closed-lots.ts";
import { openLots } from "./open-lots.ts";

scenario(
  "proceeds after fees are shared by largest remainder, ties to the older lot",
  `
  buy  A 1 @ 50.00 2023-01-05
  buy  B 1 @ 50.00 2023-02-05
  buy  C 1 @ 50.00 2023-03-05
  sell S 3 @ 33.34 fees 0.01 2024-06-05 LIFO // 100.02 - 0.01 = 100.01
  closed C 1 net 33.33
  closed B 1 net 33.34
  closed A 1 net 33.34
`,
);

scenario(
  "the cent left over goes to the largest remainder, not to the oldest lot",
  `
  buy  A 1 @ 50.00 2023-01-05
  buy  B 2 @ 50.00 2023-02-05
  sell S 3 net 1.00 2024-06-05 // 33.33… and 66.66… cents
  closed A 1 net 0.33
  closed B 2 net 0.67
`,
);

scenario(
  "each tax withheld is shared like the proceeds, with the state or country it is for",
  `
  buy  A 1 @ 50.00 2023-01-05
  buy  B 1 @ 50.00 2023-02-05
  sell S 2 @ 60.00 federal 0.01 state 0.03 foreign 0.05 for-state NY for-country FR 2024-06-05
  closed A 1 federal 0.01 state 0.02 foreign 0.03 for-state NY for-country FR
  closed B 1 federal 0.00 state 0.01 foreign 0.02 for-state NY for-country FR
`,
);

scenario(
  "a washed row is cut with its withholding, a half cent to the piece; price and original stay",
  `
  buy  A 2 @ 50.00 2023-01-05
  sell S 2 @ 40.00 federal 0.01 state 0.03 foreign 0.05 2024-06-05
  buy  B 1 @ 40.00 2024-06-10
  closed A 1 federal 0.01 state 0.02 foreign 0.03 price 40.000000 original 50.00
  closed A 1 federal 0.00 state 0.01 foreign 0.02 price 40.000000 original 50.00
`,
);

scenario(
  "a lot sold in pieces gives the half cent to the piece, and the last takes the rest",
  `
  buy  A 4 net 10.02 2023-01-05
  sell S 1 @ 3.00 2024-06-05
  sell T 3 @ 3.00 2024-06-05
  closed A 1 basis 2.51 // 2.505
  closed A 3 basis 7.51
`,
);

scenario(
  "pieces are cut one after another, each from what is left",
  `
  buy  A 3 net 1.00 2023-01-05
  sell S 1 @ 3.00 2024-06-05
  sell T 1 @ 3.00 2024-06-05
  sell U 1 @ 3.00 2024-06-05
  closed A 1 basis 0.33 // of 1.00 in 3
  closed A 1 basis 0.34 // 0.335 of 0.67 in 2: the half cent to the piece
  closed A 1 basis 0.33
`,
);

scenario(
  "a gift's both bases are cut with its shares",
  `
  gift G 4 basis 10.02 value 8.02 donor 2020-01-05 2024-01-05
  sell S 1 @ 1.00 2024-06-05
  sell T 3 @ 1.00 2024-06-05
  closed G 1 basis 2.01 // 2.005
  closed G 3 basis 6.01
`,
);

scenario(
  "the cash and the shares of a merger are shared by quantity",
  `
  buy  A 1 net 10.00 2023-01-05
  buy  B 1 net 10.00 2023-02-05
  buy  C 1 net 10.00 2023-03-05
  merger M into Y ratio 4:3 cash 0.333334 new-value 10.00 federal 0.02 2024-01-05
  closed A 0 net 0.34 federal 0.01 // 1.000002 → 1.00 of cash
  closed B 0 net 0.33 federal 0.01
  closed C 0 net 0.33 federal 0.00
  left A 1.33334
  left B 1.33333
  left C 1.33333
`,
);

scenario(
  "the shares of a spin-off are shared by quantity",
  `
  buy  A 1 net 10.00 2023-01-05
  buy  B 1 net 10.00 2023-02-05
  buy  C 1 net 10.00 2023-03-05
  spin-off O into Y ratio 1:3 child 3.00 parent 4.00 2024-01-05 // 1.00000 in all
  left A 1 basis 8.00 of X
  left B 1 basis 8.00 of X
  left C 1 basis 8.00 of X
  left A 0.33334 basis 2.00 of Y
  left B 0.33333 basis 2.00 of Y
  left C 0.33333 basis 2.00 of Y
`,
);

scenario(
  "a return of capital is shared by quantity, and its gains carry its withholding",
  `
  buy  A 1 net 1.00 2023-01-05
  buy  B 1 net 1.00 2023-02-05
  return R amount 5.01 federal 0.01 2024-01-05
  closed A 0 net 1.51 federal 0.01
  closed B 0 net 1.50 federal 0.00
`,
);

scenario(
  "basis relieved under average cost is shared over the oldest shares by quantity",
  `
  account retirement AVGC
  buy  A 1 net 1.00 2023-01-05
  buy  B 1 net 1.00 2023-02-05
  buy  C 1 net 1.01 2023-03-05
  sell S 2 net 5.01 2024-06-05 // 3.01 × 2 / 3 = 2.00666…
  closed A 1 basis 1.01 net 2.51
  closed B 1 basis 1.00 net 2.50
  left C 1 basis 1.00
`,
);

scenario(
  "rows follow the order of relief; a row's matched pieces the order of matching, its rest last",
  `
  buy  A 10 @ 50.00 2024-01-05
  buy  B 10 @ 60.00 2024-01-08
  sell S 20 @ 40.00 2024-06-03 LIFO
  buy  C 4 @ 35.00 2024-06-10
  buy  D 9 @ 35.00 2024-06-11
  closed B  3 replaced D
  closed B  7 replaced -
  closed A  4 replaced C
  closed A  6 replaced D
`,
);

scenario(
  "a lot's original cost follows shares, splits, spin-offs and mergers, but not wash sales or returns of capital",
  `
  buy  A 10 net 500.00 2024-01-05
  sell S 10 @ 40.00 2024-06-03
  buy  B 10 net 380.00 2024-06-10 // basis 480.00
  return R amount 80.00 2024-07-01 // basis 400.00
  split P ratio 2:1 2024-07-02
  spin-off O into Y ratio 1:1 child 1.00 parent 1.00 2024-07-03 // half
  merger M into Z ratio 1:1 cash 1.00 new-value 9.00 2024-07-04 // basis 200.00 - 20.00 + 0.00
  sell T 5 @ 20.00 2024-07-05 of Z
  closed A 10 disallowed 100.00
  closed B 0 net 20.00 basis 20.00 original 0.00
  closed B 5 basis 45.00 original 47.50
  left B 20 basis 200.00 original 190.00 of Y
  left B 15 basis 135.00 original 142.50 of Z
`,
);

test("an id is 63 bits of SHA-256 over account, both transactions and the place of the row", () => {
  const { account, facts } = parseScenario(`
    buy  A 25 @ 118.40 2024-01-05
    sell S 25 @  96.10 2024-06-03
    buy  B 10 @  97.00 2024-06-20
    spin-off O into Y ratio 1:1 child 1 parent 1 2024-07-01
    sell T 4 @ 97.00 2024-09-02
    sell U 4 @ 97.00 2024-09-02`);
  const { book } = runFacts(account, facts);
  const idOf = (text: string) => {
    const digest = createHash("sha256").update(text).digest();
    return (digest.readBigUInt64BE() >> 1n).toString();
  };
  expect([...closedLots(book)].map(({ taxLotId }) => taxLotId)).toEqual([
    idOf("RA00000001/101/102/1"), // the piece that met the purchase
    idOf("RA00000001/101/102/2"), // the rest
    idOf("RA00000001/103/105/1"),
    idOf("RA00000001/103/106/1"), // another closing transaction, so the first place again
  ]);
  expect(openLots(book).map(({ taxLotId }) => taxLotId)).toEqual([
    idOf("RA00000001/103//1"),
    idOf("RA00000001/103//2"), // the spun-off lot of the same purchase
  ]);
});
