// Facts that cannot be: each is refused by name, and nothing comes of the rest.
import { expect, test } from "vitest";
import { parseScenario, scenario } from "../../../test/lot-relief-reference/scenario.ts";
import { openBook } from "./book.ts";
import type { LotFact } from "./fact.ts";
import { openLots } from "./open-lots.ts";
import { applyAll, runFacts } from "./run.ts";
import { nextTaxLotId, taxLotIdOf } from "./tax-lot-id.ts";

const held = "buy A 10 @ 50.00 2023-01-05";

for (const [what, line, reason] of [
  ["a kind that is not known", "swap B 10 2023-01-06", "fact.kind"],
  ["a purchase without shares", "buy B @ 5.00 2023-01-06", "fact.missing"],
  ["a sale without price or amount", "sell B 5 2023-01-06", "fact.missing"],
  ["shares of six places", "buy B 1.000001 @ 5.00 2023-01-06", "fact.places"],
  ["no shares", "buy B 0 @ 5.00 2023-01-06", "fact.sign"],
  ["a negative fee", "buy B 1 @ 5.00 fees -1.00 2023-01-06", "fact.sign"],
  [
    "a settlement before the trade",
    "buy B 1 @ 5.00 settles 2023-01-05 2023-01-06",
    "fact.settlement",
  ],
  [
    "a gift acquired after it was given",
    "gift B 1 donor 2023-01-07 2023-01-06",
    "fact.acquired.later",
  ],
  [
    "a spin-off of itself",
    "spin-off B into X ratio 1:1 child 1 parent 1 2023-01-06",
    "fact.own.security",
  ],
  ["a split of ratio 0", "split B ratio 0:1 2023-01-06", "fact.ratio"],
  ["a split for 0", "split B ratio 1:0 2023-01-06", "fact.ratio"],
  ["a merger for nothing", "merger B 2023-01-06", "fact.merger.terms"],
  [
    "a merger for both without a value",
    "merger B into Y ratio 1:1 cash 1 2023-01-06",
    "fact.merger.terms",
  ],
  ["a price of what expires", "expire B 1 @ 1.00 2023-01-06", "fact.expiry.price"],
  ["a sale of more than is held", "sell B 10.00001 @ 5.00 2023-01-06", "fact.held"],
  ["a sale before the purchase", "sell B 1 @ 5.00 2023-01-04", "fact.held"],
  ["a split of nothing", "split B ratio 2:1 of Y 2023-01-06", "fact.nothing.held"],
  ["a return of capital on nothing", "return B amount 5.00 of Y 2023-01-06", "fact.nothing.held"],
  ["a reverse split that leaves nothing", "split B ratio 1:9999999 2023-01-06", "fact.empty.lot"],
] as const) {
  scenario(`${what} is refused`, `${held}\n${line}\nrefused B ${reason}`);
}

scenario(
  "lots that do not add up to the transfer are refused",
  `
  transfer T 10 2023-01-05
    lot 9 acquired 2020-01-01 basis 1.00
  refused T fact.lots.sum
`,
);

scenario(
  "each security names its first fact that cannot be, and no other is guessed at",
  `
  buy  A 10 @ 50.00 2023-01-05
  sell B 11 @ 50.00 2023-01-06
  sell C 11 @ 50.00 2023-01-07
  sell D 1 @ 50.00 2023-01-07 of Y
  refused B fact.held
  refused D fact.held
`,
);

test("an id given twice is refused", () => {
  const { account, facts } = parseScenario(held);
  const { refusals } = runFacts(account, [...facts, ...facts]);
  expect(refusals).toMatchInlineSnapshot(`
    [
      {
        "code": "fact.duplicate",
        "message": "The transaction id is given twice.",
        "transactionId": "101",
      },
    ]
  `);
});

test("a refused fact leaves the book as it was", () => {
  const { account, facts } = parseScenario(`${held}\nsell B 11 @ 50.00 2023-01-06`);
  const book = openBook(account);
  applyAll(book, facts.slice(0, 1) as LotFact[]);
  const before = openLots(book);
  applyAll(book, facts.slice(1) as LotFact[]);
  expect(openLots(book)).toEqual(before);
});

test("amounts of fifteen digits are exact", () => {
  const { account, facts } = parseScenario(`
    buy  A 999999999999.99999 @ 999.999999 2023-01-05
    sell S 333333333333.33333 @ 999.999998 2025-01-06`);
  const { book } = runFacts(account, facts);
  // 999999998999999.99 in; a third of it, 333333332999999.99666…, goes to the piece.
  expect(openLots(book)[0]?.adjustedCostBasis).toBe("666666665999999.99");
});

test("a tax lot's id is the first 63 bits of SHA-256, and a taken one is hashed again", () => {
  const own = taxLotIdOf("RA00000001", "101" as never, "102/1").toString();
  const next = nextTaxLotId(["RA00000001", "101", "102/1"], new Set([own]));
  expect([own, next]).toMatchInlineSnapshot(`
    [
      "7418052641465239273",
      "518129678613306906",
    ]
  `);
});
