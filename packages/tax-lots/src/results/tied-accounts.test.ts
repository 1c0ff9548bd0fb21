// Lots moved between accounts of the firm: what goes along, in which order, and what is refused.
import { expect, test } from "vitest";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import type { LotAccount, LotFact } from "../facts/fact.ts";
import { runFacts } from "../reorganizations/run.ts";
import { openLots } from "./open-lots.ts";
import { type AccountFacts, runTiedAccounts } from "./tied-accounts.ts";

/** An account with the facts of a scenario, whose places in the order of entry begin at a number. */
function accountOf(number: string, text: string, from = 0): AccountFacts {
  const { account, facts } = parseScenario(text);
  const placed = facts.map((fact) => ({
    ...fact,
    entryOrder: fact.entryOrder + from,
  })) as LotFact[];
  return { account: { ...account, account: number } as LotAccount, facts: placed };
}

const lotsOf = (tied: readonly AccountFacts[], account: string) => {
  const run = runTiedAccounts(tied).get(account);
  return run?.refusals.length === 0
    ? openLots(run.book).map((lot) =>
        [
          `${lot.originatingTransactionId} ${lot.shareQuantity} basis ${lot.adjustedCostBasis}`,
          `original ${lot.originalCostBasis} ${lot.originalAcquisitionDate}`,
          `adjusted ${lot.adjustedAcquisitionDate} ${lot.covered} lower ${lot.giftMarketValue}`,
          `given ${lot.giftDate} transferred ${lot.transferDate}`,
        ].join(" "),
      )
    : run?.refusals;
};

const refusalsOf = (tied: readonly AccountFacts[]) =>
  [...runTiedAccounts(tied)].flatMap(([account, { refusals }]) =>
    refusals.map(({ transactionId, code }) => `${account} ${transactionId} ${code}`),
  );

const giving = `
  buy  1 100 net 1000.00 2019-01-02
  sell 2 50 net 400.00 2019-02-01
  buy  3 50 net 450.00 2019-02-10
  move 4 80 to RA00000002 reason JNL named 3:50,1:30 2019-03-01
`;

test("80 moved shares take their dates and bases along, the oldest first", () => {
  const tied = [accountOf("RA00000001", giving), accountOf("RA00000002", "", 100)];
  expect(lotsOf(tied, "RA00000002")).toEqual([
    // 1000.00 × 30 / 100
    "4 30.00000 basis 300.00 original 300.00 2019-01-02 adjusted 2019-01-02 C lower null given null transferred 2019-03-01",
    // 450.00 + the 100.00 that the sale loses; 30 days before 2019-02-10
    "4 50.00000 basis 550.00 original 450.00 2019-02-10 adjusted 2019-01-11 C lower null given null transferred 2019-03-01",
  ]);
  expect(lotsOf(tied, "RA00000001")).toEqual([
    "1 20.00000 basis 200.00 original 200.00 2019-01-02 adjusted 2019-01-02 C lower null given null transferred null",
  ]);
});

scenario(
  "what is moved has neither proceeds nor gain and is never reported",
  `
  buy  A 100 net 1000.00 2019-01-02
  move M 80 to RA00000002 reason SPS 2019-03-01
  closed A 80 net - basis 800.00 gain - code - reported false strategy F
  left A 20 basis 200.00
`,
);

scenario(
  "what is received can be named by its place, and replaces nothing",
  `
  buy     A 10 net 100.00 2019-03-02
  sell    S 10 net 50.00 2019-03-03
  receive R 30 reason JNL 2019-03-04
  lot 10 acquired 2019-01-02 basis 300.00
  lot 20 acquired 2019-02-02 basis 500.00
  sell    T 5 @ 20.00 named R/2:5 2019-03-05
  closed A 10 disallowed - gain -50.00
  closed R 5 basis 125.00
  left R 10 basis 300.00
  left R 15 basis 375.00
`,
);

test("a gift has the donor's basis, and its market value where that is lower", () => {
  const donor = `
    transfer 1 20 2019-01-07
    lot 10 acquired 2018-01-02 basis 100.00 given 2018-06-01 worth 40.00
    lot 10 acquired 2018-02-02 basis 70.00 inherited
    buy  2 10 net 30.00 2019-01-08
    move 3 30 to RA00000002 reason GFT value 150.00 2019-03-01
  `;
  const tied = [accountOf("RA00000001", donor), accountOf("RA00000002", "", 100)];
  expect(lotsOf(tied, "RA00000002")).toEqual([
    "3 10.00000 basis 100.00 original 100.00 2018-01-02 adjusted 2018-01-02 C lower 40.00 given 2018-06-01 transferred 2019-03-01",
    "3 10.00000 basis 70.00 original 70.00 2018-02-02 adjusted 2018-02-02 C lower 50.00 given 2019-03-01 transferred 2019-03-01",
    "3 10.00000 basis 30.00 original 30.00 2019-01-08 adjusted 2019-01-08 C lower null given 2019-03-01 transferred 2019-03-01",
  ]);
});

test("lots go on through accounts on one day, and a late fact changes what they bring", () => {
  const first = "buy 1 10 net 100.00 2019-01-02\nmove 2 10 to RA00000002 reason JNL 2019-03-01";
  const second = "move 3 10 to RA00000003 reason JNL 2019-03-01";
  const third = "sell 4 10 net 90.00 2019-03-01";
  const tied = (late: string) => [
    accountOf("RA00000003", third, 20),
    accountOf("RA00000002", second, 10),
    accountOf("RA00000001", first + late),
  ];
  const gain = (late: string) => {
    const run = runTiedAccounts(tied(late)).get("RA00000003");
    return run?.book.rows.map(({ basis }) => basis);
  };
  expect(gain("")).toEqual([10_000]);
  expect(gain("\nadjust 5 amount -5.00 reason COR 2019-02-01")).toEqual([9500]);
});

test("each account can be run again alone by the facts that come of it", () => {
  const tied = [accountOf("RA00000001", giving), accountOf("RA00000002", "", 100)];
  for (const { book, facts, refusals } of runTiedAccounts(tied).values()) {
    expect(refusals).toEqual([]);
    expect(openLots(runFacts(book.account, facts).book)).toEqual(openLots(book));
  }
});

test("waiting losses stay with the account that sold", () => {
  const first = `
    buy  1 20 net 400.00 2019-01-02
    sell 2 10 net 100.00 2019-02-01
    move 3 10 to RA00000002 reason JNL 2019-02-02
    buy  4 10 net 100.00 2019-02-03
  `;
  const second = "buy 5 10 net 100.00 2019-02-03";
  const tied = [accountOf("RA00000001", first), accountOf("RA00000002", second, 10)];
  expect(lotsOf(tied, "RA00000001")?.[0]).toContain("basis 200.00");
  expect(lotsOf(tied, "RA00000002")?.map(String)).toEqual([
    expect.stringContaining("basis 200.00"),
    expect.stringContaining("basis 100.00"),
  ]);
});

test("what is averaged moves as it is shown, and is averaged there with what was elected there", () => {
  const averaged = (from: number, more: string) => `
    funds X
    average ${from} election AVE 2019-01-02
    buy ${from + 1} 1 net 33.00 2019-01-03
    buy ${from + 2} 2 net 67.00 2019-01-04
    ${more}
  `;
  const tied = [
    accountOf("RA00000001", averaged(1, "move 4 1 to RA00000002 reason JNL 2019-03-01")),
    accountOf("RA00000002", averaged(11, ""), 10),
  ];
  expect(lotsOf(tied, "RA00000002")?.map((line) => String(line).slice(0, 24))).toEqual([
    "4 1.00000 basis 33.33 or",
    "12 1.00000 basis 33.33 o",
    "13 2.00000 basis 66.67 o",
  ]);
});

test("an election is revoked by all that an account has received, too", () => {
  const first = "buy 1 10 net 100.00 2019-01-02\nmove 2 10 to RA00000002 reason JNL 2019-02-01";
  const second = `
    funds X
    average 3 election AVE 2019-01-02
    buy 4 10 net 300.00 2019-01-15
    average 5 election AVR 2019-03-01
  `;
  const tied = [accountOf("RA00000001", first), accountOf("RA00000002", second, 10)];
  expect(lotsOf(tied, "RA00000002")?.map((line) => String(line).slice(0, 24))).toEqual([
    "2 10.00000 basis 100.00 ",
    "4 10.00000 basis 300.00 ",
  ]);
});

const mover = (id: number, to: string, day = "2019-03-01") => `
  buy ${id} 10 net 100.00 2019-01-0${id}
  move ${id + 1} 5 to ${to} reason JNL ${day}
`;

test("a circle on one day is refused, one over two days is not", () => {
  const circle = (day: string) => [
    accountOf("RA00000001", mover(1, "RA00000002")),
    accountOf("RA00000002", mover(3, "RA00000003"), 10),
    accountOf("RA00000003", mover(5, "RA00000001", day), 20),
  ];
  expect(refusalsOf(circle("2019-03-01"))).toEqual(["RA00000003 6 fact.circle"]);
  expect(refusalsOf(circle("2019-03-02"))).toEqual([]);
});

test.each([
  ["an account that is not given", mover(1, "RA00000009"), "RA00000001 2 fact.receiver"],
  ["its own account", mover(1, "RA00000001"), "RA00000001 2 fact.own.account"],
  [
    "a gift without its value",
    "buy 1 10 net 1.00 2019-01-02\nmove 2 5 to RA00000002 reason GFT 2019-03-01",
    "RA00000001 2 fact.missing",
  ],
  [
    "a reason of another kind",
    "buy 1 10 net 1.00 2019-01-02\nmove 2 5 to RA00000002 reason COR 2019-03-01",
    "RA00000001 2 fact.reason",
  ],
  [
    "an id that is taken there",
    "buy 1 10 net 1.00 2019-01-02\nmove 77 5 to RA00000002 reason JNL 2019-03-01",
    "RA00000001 77 fact.received.id",
  ],
  [
    "a place that is taken there",
    "buy 1 10 net 1.00 2019-01-02\nmove 2 5 to RA00000002 reason JNL 2019-04-01",
    "RA00000001 2 fact.received.place",
  ],
])("a move to %s is refused", (_what, text, expected) => {
  const there = accountOf("RA00000002", "buy 77 1 net 1.00 2019-04-01", 1);
  expect(refusalsOf([accountOf("RA00000001", text), there])).toEqual([expected]);
});

test("what depends on a move that is refused is not judged", () => {
  const first = "buy 1 10 net 100.00 2019-01-02\nmove 2 11 to RA00000002 reason JNL 2019-03-01";
  const second = "sell 3 11 net 90.00 2019-03-05";
  const tied = [accountOf("RA00000001", first), accountOf("RA00000002", second, 10)];
  expect(refusalsOf(tied)).toEqual(["RA00000001 2 fact.held"]);
});
