// Impossible facts: each is refused by name, and the rest has no result.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plus } from "../../../values/src/whole.ts";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import { openBook } from "../relief/book.ts";
import { applyAll, runFacts } from "../reorganizations/run.ts";
import { openLots } from "../results/open-lots.ts";
import { sumsOf } from "../results/sums.ts";
import { nextTaxLotId, taxLotIdOf } from "../results/tax-lot-id.ts";
import type { LotFact } from "./fact.ts";
import { factRefusals } from "./refusals.ts";

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
    "an inheritance before the death",
    "inherit B 1 died 2023-01-07 2023-01-06",
    "fact.acquired.later",
  ],
  ["a merger into itself", "merger B into X ratio 1:1 2023-01-06", "fact.own.security"],
  ["a change of symbol to itself", "symbol B into X 2023-01-06", "fact.own.security"],
  [
    "a spin-off of ratio 0",
    "spin-off B into Y ratio 1:0 child 1 parent 1 2023-01-06",
    "fact.ratio",
  ],
  [
    "a spin-off of which neither side has a value",
    "spin-off B into Y ratio 1:1 child 0 parent 0.00 2023-01-06",
    "fact.sign",
  ],
  [
    "a spin-off without the parent's value",
    "spin-off B into Y ratio 1:1 child 1 2023-01-06",
    "fact.missing",
  ],
  ["a merger with half its terms", "merger B into Y cash 1 2023-01-06", "fact.merger.terms"],
  ["a merger of ratio 0", "merger B into Y ratio 0:1 2023-01-06", "fact.ratio"],
  ["a merger for no cash", "merger B cash 0 2023-01-06", "fact.sign"],
  ["a return of no capital", "return B amount 0.00 2023-01-06", "fact.sign"],
  ["a return of capital without an amount", "return B 2023-01-06", "fact.missing"],
  ["a purchase without price or amount", "buy B 5 2023-01-06", "fact.missing"],
  ["a negative price", "sell B 1 @ -5.00 2023-01-06", "fact.sign"],
  ["a price of seven places", "sell B 1 @ 5.0000001 2023-01-06", "fact.places"],
  ["a fee of a tenth of a cent", "sell B 1 @ 5.00 fees 0.001 2023-01-06", "fact.places"],
  ["a negative tax rate", "sell B 1 @ 5.00 short -1 2023-01-06", "fact.sign"],
  ["a negative value at the gift", "gift B 1 value -1.00 2023-01-06", "fact.sign"],
  ["named shares of six places", "sell B 1 @ 5.00 named A:1.000001 2023-01-06", "fact.places"],
  ["named shares of nothing", "sell B 1 @ 5.00 named A:1,A:0 2023-01-06", "fact.sign"],
  ["a named lot that is not held", "sell B 1 @ 5.00 named Z:1 2023-01-06", "fact.named.held"],
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
  ["an amount for what expires", "expire B 1 net 1.00 2023-01-06", "fact.expiry.price"],
  ["a sale of more than is held", "sell B 10.00001 @ 5.00 2023-01-06", "fact.held"],
  ["a sale before the purchase", "sell B 1 @ 5.00 2023-01-04", "fact.held"],
  ["a return of capital on nothing", "return B amount 5.00 of Y 2023-01-06", "fact.nothing.held"],
  ["an adjustment by 0", "adjust B amount 0.00 reason COR 2023-01-06", "fact.adjusted.nothing"],
  ["an adjustment without a reason", "adjust B amount 1.00 2023-01-06", "fact.reason"],
  [
    "an adjustment of a tenth of a cent",
    "adjust B amount -0.001 reason COR 2023-01-06",
    "fact.places",
  ],
  [
    "an adjustment of nothing held",
    "adjust B amount 1.00 reason COR of Y 2023-01-06",
    "fact.nothing.held",
  ],
  [
    "holding days of what is no wash sale",
    "adjust B amount 1.00 reason COR days 3 2023-01-06",
    "fact.holding.days",
  ],
  [
    "holding days below 0",
    "adjust B amount 1.00 reason WSH days -3 2023-01-06",
    "fact.holding.days",
  ],
  ["a step-up of no part", "step-up B inherits 0 value 1.00 2023-01-06", "fact.sign"],
  ["a step-up of more than all", "step-up B inherits 1.000001 value 1.00 2023-01-06", "fact.part"],
  ["a step-up of seven places", "step-up B inherits 0.1234567 value 1 2023-01-06", "fact.places"],
  ["a step-up without a value", "step-up B inherits 0.5 2023-01-06", "fact.missing"],
  ["an exchange of more than is held", "merger B 11 into Y ratio 1:1 2023-01-06", "fact.held"],
  [
    "an exercise of more than is held",
    "exercise B 11 into Y ratio 1:1 amount 1.00 2023-01-06",
    "fact.held",
  ],
  [
    "an exercise for no share",
    "exercise B 1 into Y ratio 1:9999999 amount 1.00 2023-01-06",
    "fact.no.shares",
  ],
  ["an exercise that is not paid for", "exercise B 1 into Y ratio 1:1 2023-01-06", "fact.missing"],
  ["an exercise of ratio 0", "exercise B 1 into Y ratio 0:1 amount 1.00 2023-01-06", "fact.ratio"],
  [
    "an exercise into itself",
    "exercise B 1 into X ratio 1:1 amount 1.00 2023-01-06",
    "fact.own.security",
  ],
  [
    "an exercise of named rights that are not all",
    "exercise B 2 into Y ratio 1:1 amount 1.00 named A:1 2023-01-06",
    "fact.named.sum",
  ],
  [
    "a part exchanged for no share",
    "merger B 1 into Y ratio 1:9999999 2023-01-06",
    "fact.empty.position",
  ],
  [
    "a part of named lots that are not all",
    "merger B 2 cash 1.00 named A:1 2023-01-06",
    "fact.named.sum",
  ],
  [
    "lots named of all that is held",
    "merger B cash 1.00 named A:1 2023-01-06",
    "fact.merger.terms",
  ],
  ["the cash of all that is held", "merger B cash 1.00 net 1.00 2023-01-06", "fact.merger.terms"],
  [
    "the cash of a part without cash per share",
    "merger B 1 into Y ratio 1:1 net 1.00 2023-01-06",
    "fact.merger.terms",
  ],
  ["cash below 0", "merger B 1 cash 1.00 net -1.00 2023-01-06", "fact.sign"],
  [
    "new shares of a merger for cash",
    "merger B cash 1.00 new-shares 1 2023-01-06",
    "fact.merger.terms",
  ],
  ["new shares of six places", "split B ratio 2:1 new-shares 1.000001 2023-01-06", "fact.places"],
  ["no new shares", "split B ratio 2:1 new-shares 0 2023-01-06", "fact.sign"],
  ["a part of all the basis", "spin-off B into Y ratio 1:1 part 100 2023-01-06", "fact.parts"],
  [
    "a part of seven places",
    "spin-off B into Y ratio 1:1 part 1.0000001 2023-01-06",
    "fact.places",
  ],
  ["a negative part", "spin-off B into Y ratio 1:1 part -1 2023-01-06", "fact.sign"],
  [
    "a reverse split that leaves nothing",
    "split B ratio 1:9999999 2023-01-06",
    "fact.empty.position",
  ],
] as const) {
  scenario(`${what} is refused`, `${held}\n${line}\nrefused B ${reason}`);
}

for (const [what, lot, reason] of [
  ["of six places", "lot 9.000001 basis 1.00", "fact.places"],
  ["of no shares", "lot 0 basis 1.00", "fact.sign"],
  ["of a negative basis", "lot 10 basis -1.00", "fact.sign"],
  ["of a negative original basis", "lot 10 original -1.00", "fact.sign"],
  ["acquired after the transfer", "lot 10 acquired 2023-01-07 basis 1.00", "fact.acquired.later"],
  ["of a value at the gift without its day", "lot 10 basis 1.00 worth 1.00", "fact.gift.date"],
  ["given after the transfer", "lot 10 basis 1.00 given 2023-01-07", "fact.gift.date"],
  ["given before it was acquired", "lot 10 acquired 2020-01-01 given 2019-12-31", "fact.gift.date"],
  [
    "of a negative value at the gift",
    "lot 10 basis 1.00 given 2022-01-01 worth -1.00",
    "fact.sign",
  ],
  [
    "with a later adjusted date",
    "lot 10 acquired 2020-01-01 adjusted 2023-01-07",
    "fact.acquired.later",
  ],
] as const) {
  scenario(
    `a transfer with a lot ${what} is refused`,
    `transfer T 10 2023-01-06\n${lot}\nrefused T ${reason}`,
  );
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
  "each security names its first impossible fact, and no further one",
  `
  buy  A 10 @ 50.00 2023-01-05
  sell B 11 @ 50.00 2023-01-06
  sell C 11 @ 50.00 2023-01-07
  sell D 1 @ 50.00 2023-01-07 of Y
  refused B fact.held
  refused D fact.held
`,
);

scenario(
  "a refusal stops the securities into which its event leads, and no others",
  `
  buy  A 10 @ 50.00 2023-01-05
  buy  B 10 @ 50.00 2023-01-05 of Y
  buy  C 10 @ 50.00 2023-01-05 of Z
  sell S 11 @ 50.00 2023-01-06
  merger M into Y ratio 1:1 2023-01-07
  sell T 11 @ 50.00 2023-01-08 of Y
  sell U 11 @ 50.00 2023-01-08 of Z
  refused S fact.held
  refused U fact.held
`,
);

scenario(
  "a non-taxable account may leave a lot without a share, but not the position",
  `
  account retirement AVGC
  buy  A 0.00001 net 1.00 2023-01-05
  buy  B 100 net 100.00 2023-02-05
  split P ratio 1:10 2024-01-05 // 10.000001 → 10.00000
  left B 10 basis 101.00
`,
);

scenario(
  "a non-taxable account refuses a split that leaves nothing",
  `
  account retirement AVGC
  buy  A 0.00001 net 1.00 2023-01-05
  split P ratio 1:10 2024-01-05
  refused P fact.empty.position
`,
);

scenario(
  "named rights of a non-taxable account are refused",
  `
  account retirement AVGC
  ${held}
  exercise B 1 into Y ratio 1:1 amount 1.00 named A:1 2023-01-06
  refused B fact.named.lots
`,
);

const messagesOf = (text: string) => {
  const { account, facts } = parseScenario(text);
  return runFacts(account, facts).refusals.map(({ message }) => message);
};

test.each([
  ["sell", "sell B 5 @ 1.00 2024-06-03", "5 of X are sold, 3 are held on 2024-06-03"],
  ["redeem", "redeem B 5 @ 1.00 2024-06-03", "5 of X are redeemed, 3 are held on 2024-06-03"],
  ["expire", "expire B 3.5 2024-06-03", "3.5 of X expire, 3 are held on 2024-06-03"],
  [
    "transfer",
    "transfer-out B 5 of Y 2024-06-03",
    "5 of Y are transferred out, 0 are held on 2024-06-03",
  ],
  ["exchange", "merger B 5 cash 1.00 2024-06-03", "5 of X are exchanged, 3 are held on 2024-06-03"],
  [
    "exercise",
    "exercise B 5 into Y ratio 1:1 amount 1.00 2024-06-03",
    "5 of X are exercised, 3 are held on 2024-06-03",
  ],
])("the quantity held is named where more is taken: %s", (_what, line, expected) => {
  expect(messagesOf(`buy A 3 @ 1.00 2024-01-05\n${line}`)).toEqual([
    `${expected}; short positions are not kept.`,
  ]);
});

test("a figure of too many places is refused with the places of its kind", () => {
  expect(messagesOf("buy A 5.123456 @ 1.00 2024-01-05")).toEqual(["At most 5 places: 5.123456."]);
  expect(messagesOf("buy A 5 @ 1.1234567 2024-01-05")).toEqual(["At most 6 places: 1.1234567."]);
});

test("a spin-off that does not go with those of its day says what does not", () => {
  const of = (one: string, other: string) =>
    messagesOf(`
      ${held}
      spin-off B into Y ratio 1:1 ${one} 2023-01-06
      spin-off C into Z ratio 1:1 ${other} 2023-01-06`);
  expect(of("part 60", "part 40")).toEqual([
    "The children of one day get less than 100 percent of the basis: 60 + 40.",
  ]);
  expect(of("part 60", "child 1 parent 1")).toEqual([
    "Spin-offs of one security and day are shared by parts or by values, not by both.",
  ]);
  expect(of("child 1 parent 1", "part 60 child 1 parent 1")).toHaveLength(1); // fact.parts.and.values
  expect(of("part 60", "part 39.999999")).toEqual([]);
});

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

test.each([
  "sharesIn",
  "sharesOut",
  "basisIn",
  "movedIn",
  "movedOut",
  "disallowed",
  "adjusted",
] as const)("a run whose %s do not balance fails", (sum) => {
  const { account, facts } = parseScenario(held);
  const { book } = runFacts(account, facts);
  expect(sumsOf(book)).toMatchObject([{ sharesOpen: "10.00000", basisOpen: "500.00" }]);
  for (const { ledger } of book.shelves.values()) ledger[sum] = plus(ledger[sum], 1);
  expect(() => sumsOf(book)).toThrow(/^(shares|basis) in (are|is) /);
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
  const own = taxLotIdOf("RA00000001/101/102/1").toString();
  const next = nextTaxLotId("RA00000001/101/102/1", new Set([own]));
  expect([own, next]).toMatchInlineSnapshot(`
    [
      "7418052641465239273",
      "518129678613306906",
    ]
  `);
});

test("every refusal of the engine has a scenario", () => {
  const tests = [
    "facts/refusals",
    "relief/methods",
    "relief/average-cost",
    "relief/averaging",
    "reorganizations/basis-adjustments",
    "reorganizations/return-of-capital",
    "results/tied-accounts",
  ].map((name) => readFileSync(join(import.meta.dirname, "..", `${name}.test.ts`), "utf8"));
  const codes = Object.values(factRefusals).map(({ code }) => code);
  expect(codes.filter((code) => !tests.some((text) => text.includes(code)))).toEqual([]);
});
