// Average basis by election: which lots share it, what goes with shares, how an election begins and ends.
import { expect, test } from "vitest";
import { parseScenario, scenario } from "../../reference/scenario.ts";
import type { LotAccount, LotFact } from "../facts/fact.ts";
import { runFacts } from "../reorganizations/run.ts";
import { closedLots } from "../results/closed-lots.ts";
import { previewSale, type TriedSale } from "../results/sale-preview.ts";
import { streamFacts } from "../results/stream.ts";
import type { TraceEntry } from "../shelf/trace.ts";

scenario(
  "IRS Publication 564 (2009): 210 of 410 shares go at the average, oldest first, term by lot",
  `
  funds   X
  average E election AVE 2022-01-03
  buy     A 160 @ 25.00 2022-02-04
  buy     B 240 @ 20.00 2023-08-05
  reinvest C 10 @ 30.00 2023-12-16
  sell    S 210 @ 32.00 2024-06-03
  closed A 160 net 5120.00 basis 3551.22 gain 1568.78 term LT strategy A // 4660.98 × 160 / 210
  closed B 50 net 1600.00 basis 1109.76 gain 490.24 term ST // 9100.00 × 210 / 410 = 4660.98
  left B 190 basis 4217.07 original 3800.00 // 4439.02 × 190 / 200
  left C 10 basis 221.95 original 300.00
`,
);

scenario(
  "IRS Publication 564 (2009): half of 300 shares of 4800.00 go at 2400.00",
  `
  funds   X
  buy     A 100 @ 10.00 2022-02-04
  buy     B 200 @ 19.00 2022-03-04
  average E election AVE 2022-04-04
  sell    S 150 @ 20.00 2024-06-03
  closed A 100 basis 1600.00
  closed B 50 basis 800.00
  left B 150 basis 2400.00
`,
);

scenario(
  "each lot shows its part of the average, a cent left over at the oldest",
  `
  funds   X
  average E election AVE 2022-01-03
  buy     A 1 net 33.00 2022-02-04
  buy     B 1 net 33.00 2022-02-05
  buy     C 1 net 34.00 2022-02-06
  left A 1 basis 33.34
  left B 1 basis 33.33
  left C 1 basis 33.33
`,
);

scenario(
  "what is relieved is rounded half even, and the last share takes what is left",
  `
  funds   X
  average E election AVE 2022-01-03
  buy     A 4 net 10.02 2022-02-04
  sell    S 1 @ 3.00 2022-03-04
  sell    T 3 @ 3.00 2022-03-05
  closed A 1 basis 2.50 // 2.505
  closed A 3 basis 7.52
`,
);

scenario(
  "of two kinds of lots the oldest go; those outside keep their own basis",
  `
  funds   X
  transfer T 40 2022-01-10
  lot 10 acquired 2010-01-04 basis 100.00
  lot 10 acquired 2013-01-04 basis 130.00
  lot 10 acquired 2013-01-05 uncovered basis 7.00
  lot 10 acquired 2013-01-06
  gift    G 10 basis 500.00 donor 2014-01-06 value 400.00 2022-02-01
  inherit I 10 value 290.00 died 2015-01-05 2022-02-02
  average E election AVE 2022-03-01
  buy     A 10 @ 24.00 2022-04-01
  sell    S 35 @ 30.00 2024-06-03
  closed T 10 basis 100.00
  closed T 10 basis 220.00 // (130.00 + 290.00 + 240.00) / 3
  closed T 10 basis 7.00
  closed T 5 basis -
  left T 5 basis -
  left G 10 basis 500.00 lower 400.00
  left I 10 basis 220.00
  left A 10 basis 220.00
`,
);

scenario(
  "names reach lots outside the average alone",
  `
  funds   X
  transfer T 20 2022-01-10
  lot 10 acquired 2010-01-04 basis 100.00
  lot 10 acquired 2013-01-04 basis 130.00
  average E election AVE 2022-03-01
  buy     A 10 @ 25.00 2022-04-01
  sell    S 5 @ 30.00 named T:5 2024-06-03
  closed T 5 basis 50.00 strategy V
  left T 5 basis 50.00
  left T 10 basis 190.00
  left A 10 basis 190.00
`,
);

for (const [what, line, reason] of [
  ["a name of a lot that is averaged", "sell S 5 @ 30.00 named A:5 2022-06-03", "fact.named.held"],
  ["a method of what is averaged", "sell S 5 @ 30.00 FIFO 2022-06-03", "fact.average.method"],
  ["a method of a transfer", "transfer-out S 5 LIFO 2022-06-03", "fact.average.method"],
  ["a late revocation", "average S election AVR 2023-01-04", "fact.average.late"],
  ["an end of nothing", "average S of Y election AVX 2022-06-03", "fact.average.none"],
  ["a revocation of nothing", "average S of Y election AVR 2022-06-03", "fact.average.none"],
  ["stock without a plan", "average S of Y election AVE 2022-06-03", "fact.average.plan"],
  [
    "a plan that begins later",
    "average S of Y election AVE plan 2022-06-04 2022-06-03",
    "fact.acquired.later",
  ],
  ["another election", "average S election AVG 2022-06-03", "fact.election"],
] as const) {
  scenario(
    `${what} is refused`,
    `
  funds   X
  average E election AVE 2022-01-03
  buy     A 10 @ 25.00 2022-02-01
  ${line}
  refused S ${reason}
`,
  );
}

scenario(
  "a method that the account had is passed over",
  `
  account taxable LGHL
  funds   X
  average E election AVE 2022-01-03
  buy     A 10 @ 25.00 2022-02-01
  buy     B 10 @ 35.00 2022-02-02
  sell    S 5 @ 30.00 kept HGLL 2022-06-03
  closed A 5 basis 150.00 strategy A
  left A 5 basis 150.00
  left B 10 basis 300.00
`,
);

scenario(
  "an account that averages by default has no use for an election",
  `
  account exempt AVGC
  funds X
  average E election AVE 2022-01-03
  refused E fact.average.account
`,
);

scenario(
  "debt is not averaged",
  `
  kind X debt
  funds X
  average E election AVE 2022-01-03
  refused E fact.average.kind
`,
);

scenario(
  "stock is averaged from the first day of its plan",
  `
  buy     A 10 @ 20.00 2021-02-01
  buy     B 10 @ 24.00 2022-02-01
  average E election AVE plan 2022-01-03 2022-03-01
  buy     C 10 @ 26.00 2022-04-01
  left A 10 basis 200.00
  left B 10 basis 250.00
  left C 10 basis 250.00
`,
);

scenario(
  "funds are averaged by default from a day: what is held then, and what is acquired since",
  `
  funds   X Y Z
  averaged-from 2022-03-01
  buy     A 10 @ 20.00 2022-02-01
  sell    R 5 @ 25.00 2022-02-02
  buy     B 10 @ 24.00 2022-02-03
  sell    S 5 @ 25.00 2022-03-01
  buy     C 10 @ 20.00 of Y 2022-04-01
  buy     D 10 @ 24.00 of Y 2022-04-02
  buy     F 10 @ 20.00 of Z 2022-02-01
  buy     G 10 @ 24.00 of Z 2022-02-02
  buy     H 10 @ 20.00 of W 2022-02-01
  buy     I 10 @ 24.00 of W 2022-05-02
  closed A 5 basis 100.00 strategy F
  closed A 5 basis 113.33 strategy A // (100.00 + 240.00) × 5 / 15
  left B 10 basis 226.67 of X
  left F 10 basis 220.00 of Z
  left G 10 basis 220.00 of Z
  left H 10 basis 200.00 of W
  left I 10 basis 240.00 of W
  left C 10 basis 220.00 of Y
  left D 10 basis 220.00 of Y
`,
);

scenario(
  "an election that is revoked within a year, before any disposal, was never made",
  `
  funds   X
  buy     A 10 @ 10.00 2022-01-03
  buy     B 10 @ 30.00 2022-01-04
  average E election AVE 2022-02-01
  return  P amount 220.00 2022-03-01
  average R election AVR 2023-02-01
  sell    S 10 @ 50.00 2023-02-01
  closed A 0 net 10.00 gain 10.00 // 110.00 - 100.00, not 110.00 - 200.00
  closed A 10 basis 0.00 strategy F
  left B 10 basis 190.00
`,
);

scenario(
  "a default election is revoked, too, and not made again",
  `
  funds   X
  averaged-from 2022-01-31
  buy     A 10 @ 10.00 2022-02-03
  average E election AVE 2022-02-04
  buy     B 10 @ 30.00 2022-02-05
  average R election AVR 2022-06-01
  buy     C 10 @ 50.00 2022-07-01
  left A 10 basis 100.00
  left B 10 basis 300.00
  left C 10 basis 500.00
`,
);

for (const line of [
  "sell D 1 @ 30.00 2022-03-01",
  "transfer-out D 1 2022-03-01",
  "merger D cash 5 2022-03-01",
  "worthless D 2022-03-01",
]) {
  const isLast = line.startsWith("worthless");
  scenario(
    `an election is not revoked after a disposal: ${line.split(" ")[0]}`,
    `
  funds   X
  average E election AVE ${isLast ? "2022-12-01" : "2022-02-01"}
  buy     A 10 @ 10.00 2022-02-02
  ${line}
  average R election AVR ${isLast ? "2023-01-03" : "2022-04-01"}
  refused R fact.average.disposed
`,
  );
}

scenario(
  "an election is revoked on the day of its first disposal, as elections go before trades",
  `
  funds   X
  average E election AVE 2022-02-01
  buy     A 10 @ 10.00 2022-02-02
  buy     B 10 @ 30.00 2022-02-03
  sell    D 5 @ 30.00 2022-04-01
  average R election AVR 2022-04-01
  closed A 5 net 150.00 basis 50.00 gain 100.00
  left A 5 basis 50.00
  left B 10 basis 300.00
`,
);

scenario(
  "from the end of an election each lot keeps what it shows, and the method applies",
  `
  account taxable LIFO
  funds   X
  average E election AVE 2022-02-01
  buy     A 10 @ 10.00 2022-02-02
  buy     B 10 @ 30.00 2022-02-03
  average F election AVX 2022-03-01
  buy     C 10 @ 50.00 2022-03-01
  sell    S 15 @ 50.00 2022-03-02
  closed C 10 basis 500.00 strategy L
  closed B 5 basis 100.00
  left A 10 basis 200.00
  left B 5 basis 100.00
`,
);

scenario(
  "after its end an election can be made again, and no default makes it",
  `
  funds   X
  averaged-from 2022-02-01
  buy     A 10 @ 10.00 2022-02-02
  average F election AVX 2022-02-03
  buy     B 10 @ 30.00 2022-02-04
  sell    S 5 @ 50.00 2022-02-07
  average E election AVE 2022-02-08
  buy     C 5 @ 50.00 2022-02-09
  closed A 5 basis 50.00
  left A 5 basis 150.00 // (50.00 + 300.00 + 250.00) / 4
  left B 10 basis 300.00
  left C 5 basis 150.00
`,
);

scenario(
  "events act on lots as they are shown",
  `
  funds   X
  average E election AVE 2022-02-01
  buy     A 10 @ 10.00 2022-02-02
  buy     B 30 @ 30.00 2022-02-03
  adjust  J amount -50.00 reason COR named A 2022-02-04
  return  P amount 950.01 2022-02-07
  closed B 0 net 0.01 // (1000.00 - 50.00) × 30 / 40 = 712.50, of 950.01 it gets 712.51
  left A 10 basis 0.00
  left B 30 basis 0.00
`,
);

scenario(
  "a transfer gives what each lot shows, and what is left is averaged again",
  `
  funds   X
  average E election AVE 2022-02-01
  buy     A 1 net 33.00 2022-02-02
  buy     B 2 net 67.00 2022-02-03
  transfer-out D 1 2022-03-01
  buy     C 1 net 40.00 2022-03-02
  closed A 1 net - basis 33.33 gain - reported false
  left B 2 basis 71.11 // (66.67 + 40.00) × 2 / 3
  left C 1 basis 35.56
`,
);

scenario(
  "a disallowed loss comes into the average with the lot that it meets, whose date goes back",
  `
  funds   X
  average E election AVE 2022-02-01
  buy     A 10 @ 40.00 2022-02-02
  sell    S 10 @ 30.00 2023-02-02
  buy     B 10 @ 20.00 2023-02-10
  buy     C 10 @ 20.00 2023-03-20
  sell    T 10 @ 50.00 2023-06-01
  closed A 10 disallowed 100.00 replaced B
  closed B 10 basis 250.00 adjusted 2022-02-10 // (200.00 + 100.00 + 200.00) / 2
  left C 10 basis 250.00
`,
);

scenario(
  "an election goes on under the new symbol and ends with a merger",
  `
  funds   X Y
  average E election AVE 2022-02-01
  buy     A 10 @ 10.00 2022-02-02
  symbol  M into Y 2022-03-01
  buy     B 10 @ 30.00 of Y 2022-03-02
  merger  N of Y into Z ratio 1:1 2022-04-01
  buy     C 10 @ 90.00 of Z 2022-04-02
  left A 10 basis 200.00
  left B 10 basis 200.00
  left C 10 basis 900.00
`,
);

const held = `
  funds   X
  average E election AVE 2022-02-01
  buy     A 160 @ 25.00 2022-02-04
  buy     B 240 @ 20.00 2022-08-05
  reinvest C 10 @ 30.00 2022-12-16
`;

test("a sale that is only tried has the basis of the average, too", () => {
  const { account, facts } = parseScenario(held);
  const sale = { tradeOn: "2023-06-01", security: "601", shares: "210", price: "32.00" };
  const tried = previewSale(account, facts, sale as TriedSale);
  expect(tried.refusal).toBeUndefined();
  if (tried.refusal !== undefined) return;
  expect(tried.closed.map(({ adjustedCostBasis }) => adjustedCostBasis)).toEqual([
    "3551.22",
    "1109.76",
  ]);
  expect(tried.remaining).toEqual({
    shareQuantity: "200.00000",
    adjustedCostBasis: "4439.02",
    unrealizedGainLoss: "1960.98",
  });
});

test("a stream gives the same rows, also where an election is revoked", () => {
  const { account, facts } = parseScenario(`${held}
    average R election AVR 2022-12-20
    sell    S 210 @ 32.00 2023-06-03
  `);
  const rows = [...closedLots(runFacts(account, facts).book)];
  expect(rows.map(({ adjustedCostBasis }) => adjustedCostBasis)).toEqual(["4000.00", "1000.00"]);
  expect([...streamFacts(account, facts).closed]).toEqual(rows);
});

test("a trace has the formula of the average with its numbers", () => {
  const { account, facts } = parseScenario(`${held}sell S 210 @ 32.00 2023-06-03`);
  const entries: TraceEntry[] = [];
  runFacts(account, facts, { wants: () => true, record: (entry) => entries.push(entry) });
  const lines = entries.flatMap((entry) => {
    if (entry.step !== "considered") return [`${entry.step} ${entry.sum}`];
    return entry.lots.map((lot) => `considered ${lot.shares} ${lot.basis} ${lot.gainPerShare}`);
  });
  expect(lines.slice(-11)).toEqual([
    "acquired 10.00000 × 30.00 + 0.00 fees = 300.00",
    "average averaged: 410.00000 shares, basis 9100.00",
    "considered 160.00000 3551.22 9.804875",
    "considered 240.00000 5326.83 9.804875",
    "considered 10.00000 221.95 9.805000",
    "average relieved: 9100.00 × 210.00000 / 410.00000 = 4660.98",
    "average of that: 4660.98 × 160.00000 / 210.00000 = 3551.22",
    "average of that: 4660.98 × 50.00000 / 210.00000 = 1109.76",
    "closed 6720.00 × 160.00000 / 210.00000 = 5120.00; 5120.00 - 3551.22 = 1568.78",
    "closed 6720.00 × 50.00000 / 210.00000 = 1600.00; 1600.00 - 1109.76 = 490.24",
    "average averaged: 200.00000 shares, basis 4439.02",
  ]);
});

const factsOf = (...facts: readonly object[]) =>
  facts.map((fact, at) => ({
    transactionId: String(at + 1),
    entryOrder: at + 1,
    security: "601",
    ...fact,
  })) as unknown as LotFact[];
const bought = { kind: "buy", shares: "10", price: "20.00", tradeOn: "2021-01-15" };

test("each child of an allocation is a fund of the day of the allocation", () => {
  const account = {
    account: "RA00000001",
    isTaxable: true,
    defaultMethod: "FIFO",
    fundSecurities: new Set(["603"]),
    fundsAveragedFrom: "2021-06-12",
  } as unknown as LotAccount;
  const child = { kind: "spinOff", tradeOn: "2022-03-14", ratioNew: "1", ratioOld: "1" };
  const facts = factsOf(
    bought,
    { ...child, intoSecurity: "602", childPart: "7.1" },
    { ...child, intoSecurity: "603", childPart: "2" },
    // Within a year of 2022-03-14, and not of 2021-06-12.
    { kind: "averageElection", election: "AVR", security: "603", tradeOn: "2022-06-13" },
  );
  expect(runFacts(account, facts).refusals).toEqual([]);
});

test("an exercise stands against a revocation as a disposal does", () => {
  const account = { account: "RA00000001", isTaxable: true, defaultMethod: "FIFO" } as const;
  const facts = factsOf(
    bought,
    {
      kind: "averageElection",
      election: "AVE",
      planSince: "2021-01-15",
      tradeOn: "2021-01-18",
    },
    {
      kind: "exercise",
      shares: "4",
      intoSecurity: "602",
      ratioNew: "1",
      ratioOld: "1",
      amount: "40.00",
      tradeOn: "2021-02-01",
    },
    { kind: "averageElection", election: "AVR", tradeOn: "2021-03-01" },
  );
  expect(runFacts(account as unknown as LotAccount, facts).refusals).toMatchObject([
    { transactionId: "4", code: "fact.average.disposed" },
  ]);
});
