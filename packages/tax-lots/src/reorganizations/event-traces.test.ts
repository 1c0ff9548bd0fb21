// The sums that a trace records of events: each can be recomputed by hand. (docs/tax-lots.md, "Explaining a lot")
import { expect, test } from "vitest";
import { parseScenario } from "../../reference/scenario.ts";
import { runTiedAccounts } from "../results/tied-accounts.ts";
import type { Trace } from "../shelf/trace.ts";
import { runFacts } from "./run.ts";

/** Puts the steps that are no purchase and no sale into a list. */
function traceInto(steps: string[]): Trace {
  return {
    wants: () => true,
    record: (entry) => {
      if (entry.step === "event") {
        steps.push(`${entry.transactionId} ${entry.lot?.transactionId ?? "all"}: ${entry.sum}`);
      } else if (entry.step === "acquired" && !entry.sum.startsWith("basis 1")) {
        steps.push(`${entry.transactionId} acquired: ${entry.sum}`);
      } else if (entry.step === "average" && entry.sum.startsWith("relieved")) {
        steps.push(`${entry.transactionId} average: ${entry.sum}`);
      } else if (entry.step === "closed") {
        steps.push(`${entry.transactionId} closed: ${entry.sum}`);
      }
    },
  };
}

/** The steps of a history. */
function stepsOf(history: string): string[] {
  const steps: string[] = [];
  const { account, facts } = parseScenario(history);
  const { refusals } = runFacts(account, facts, traceInto(steps));
  expect(refusals).toEqual([]);
  return steps;
}

const two = `
  buy A 10 net 100.00 2023-01-05
  buy B 5 net 100.01 2023-01-06`;

test("a spin-off's trace shows how much basis goes with the shares of each lot", () => {
  expect(
    stepsOf(`${two}\nspin-off O into Y ratio 1:2 child 10.00 parent 5.00 2024-01-05`),
  ).toMatchInlineSnapshot(`
    [
      "103 101: 100.00 × 1 × 10.00 / (1 × 10.00 + 2 × 5.00) = 50.00 goes to 5.00000 shares of Y, 50.00 stays",
      "103 102: 100.01 × 1 × 10.00 / (1 × 10.00 + 2 × 5.00) = 50.00 goes to 2.50000 shares of Y, 50.01 stays",
      "103 all: 7.50000 shares of Y are spun off",
    ]
  `);
});

test("the trace of a spin-off by a part shows the part", () => {
  expect(stepsOf(`${two}\nspin-off O into Y ratio 1:2 part 4.2 2024-01-05`)).toMatchInlineSnapshot(`
    [
      "103 101: 100.00 × 4.2 % = 4.20 goes to 5.00000 shares of Y, 95.80 stays",
      "103 102: 100.01 × 4.2 % = 4.20 goes to 2.50000 shares of Y, 95.81 stays",
      "103 all: 7.50000 shares of Y are spun off",
    ]
  `);
});

test("the traces of a day's spin-offs show all that shares the basis", () => {
  expect(
    stepsOf(`
      factor Z 0.01
      buy A 100 net 190.00 2019-01-05
      spin-off C into Y ratio 1:1 child 16.92 parent 49.93 2020-04-03
      spin-off O into Z ratio 1:2 child 4732 parent 49.93 2020-04-03`),
  ).toMatchInlineSnapshot(`
    [
      "102 101: 190.00 × (1 / 1 × 16.92) / (49.93 + 1 / 1 × 16.92 + 1 / 2 × 4732 × 0.01) = 35.52 goes to 100.00000 shares of Y, 104.81 stays",
      "103 101: 190.00 × (1 / 2 × 4732 × 0.01) / (49.93 + 1 / 1 × 16.92 + 1 / 2 × 4732 × 0.01) = 49.67 goes to 50.00000 shares of Z, 104.81 stays",
      "102 all: 100.00000 shares of Y are spun off",
      "103 all: 50.00000 shares of Z are spun off",
    ]
  `);
});

test("a merger's trace shows the shares of each lot", () => {
  expect(stepsOf(`${two}\nmerger M into Y ratio 3:2 2024-01-05`)).toMatchInlineSnapshot(`
    [
      "103 101: 10.00000 × 3 / 2: 15.00000 of Y",
      "103 102: 5.00000 × 3 / 2: 7.50000 of Y",
      "103 all: 15.00000 → 22.50000 of Y",
    ]
  `);
  expect(
    stepsOf(`${two}\nmerger M into Y ratio 3:2 new-shares 22.49999 2024-01-05`),
  ).toMatchInlineSnapshot(`
    [
      "103 101: 22.49999 × 10.00000 / 15.00000: 14.99999 of Y",
      "103 102: 22.49999 × 5.00000 / 15.00000: 7.50000 of Y",
      "103 all: 15.00000 → 22.49999 of Y",
    ]
  `);
});

test("the trace of a merger for both shows cash, gain and basis of each lot", () => {
  expect(
    stepsOf(`${two}
      transfer T 5 2023-01-07
        lot 5 acquired 2020-01-01
      merger M into Y ratio 1:1 cash 5.00 new-value 8.00 2024-01-05`),
  ).toMatchInlineSnapshot(`
    [
      "103 acquired: transferred in: basis unknown, acquired 2020-01-01",
      "104 103: 5.00000 × 1 / 1: 5.00000 of Y; cash 25.00, basis unknown",
      "104 101: 10.00000 × 1 / 1: 10.00000 of Y; cash 50.00, gain min(50.00, 80.00 + 50.00 - 100.00) = 30.00, basis 100.00 - 50.00 + 30.00 = 80.00",
      "104 102: 5.00000 × 1 / 1: 5.00000 of Y; cash 25.00, gain max(0.00, min(25.00, 40.00 + 25.00 - 100.01)) = 0.00, basis 100.01 - 25.00 + 0.00 = 75.01",
      "104 closed: proceeds 25.00, basis unknown: no gain can be computed",
      "104 closed: 50.00 - 20.00 = 30.00",
      "104 closed: 25.00 - 25.00 = 0.00",
      "104 all: 20.00000 → 20.00000 of Y, a new share at 8.00; cash 20.00000 × 5.00 = 100.00",
    ]
  `);
});

test("the trace of a return of capital shows the part of each lot", () => {
  expect(stepsOf(`${two}\nreturn R amount 150.00 2024-01-05`)).toMatchInlineSnapshot(`
    [
      "103 101: 150.00 × 10.00000 / 15.00000 = 100.00: basis 100.00 - 100.00 = 0.00",
      "103 102: 150.00 × 5.00000 / 15.00000 = 50.00: basis 100.01 - 50.00 = 50.01",
      "103 all: return of capital 150.00",
    ]
  `);
});

test("a lot that is joined is named, with both bases", () => {
  expect(
    stepsOf(`
      buy A 100 net 100.00 2023-01-05
      buy B 0.00001 net 1.00 2023-02-05
      split P ratio 1:10 2024-01-05`),
  ).toMatchInlineSnapshot(`
    [
      "103 101: 0.00001 shares of 2023-02-05, transaction 102, get no share and are joined: basis 100.00 + 1.00 = 101.00",
      "103 all: split 1 for 10: 100.00001 → 10.00000",
    ]
  `);
});

test("an exercise's trace shows the basis of the rights and what is paid", () => {
  expect(
    stepsOf(`
      buy A 100 net 147.28 2023-01-05 of R
      exercise E 100 of R into X ratio 1:1 amount 9000.00 2024-01-05`),
  ).toMatchInlineSnapshot(`
    [
      "102 acquired: basis of 100.00000 of R 147.28 + 9000.00 paid = 9147.28",
    ]
  `);
});

test("under average cost traces show the sums of the position", () => {
  expect(
    stepsOf(`
      account retirement AVGC
      ${two}
      spin-off O into Y ratio 1:2 child 10.00 parent 5.00 2024-01-05
      return R amount 50.00 2024-01-06
      merger M 10 into Z ratio 1:1 cash 1.00 new-value 20.00 2024-01-07`),
  ).toMatchInlineSnapshot(`
    [
      "103 all: 200.01 × 1 × 10.00 / (1 × 10.00 + 2 × 5.00) = 100.00 goes to 7.50000 shares of Y, 100.01 stays",
      "103 all: 7.50000 shares of Y are spun off",
      "104 all: 50.00: basis 100.01 - 50.00 = 50.01",
      "104 all: return of capital 50.00",
      "105 average: relieved: 50.01 × 10.00000 / 15.00000 = 33.34",
      "105 all: 10.00000 × 1 / 1: 10.00000 of Z; cash 10.00, gain min(10.00, 200.00 + 10.00 - 33.34) = 10.00, basis 33.34 - 10.00 + 10.00 = 33.34",
      "105 closed: 10.00 - 0.00 = 10.00",
      "105 all: 10.00000 → 10.00000 of Z, a new share at 20.00; cash 10.00000 × 1.00 = 10.00",
    ]
  `);
});

test("the trace of an exchanged part shows the basis that goes with it, for cash the proceeds", () => {
  expect(
    stepsOf(`
      buy A 100 net 16000.00 2019-03-04 of JNJ
      merger M 46 of JNJ into KVUE ratio 8.0324:1 2023-08-18
      merger N 4 of JNJ cash 160.00 2023-08-19`),
  ).toMatchInlineSnapshot(`
    [
      "102 101: 46.00000 of 100.00000 shares are given up: basis 16000.00 × 46.00000 / 100.00000 = 7360.00",
      "102 101: 46.00000 × 8.0324 / 1: 369.49040 of KVUE",
      "102 all: 46.00000 → 369.49040 of KVUE",
      "103 101: 4.00000 of 54.00000 shares are given up: basis 8640.00 × 4.00000 / 54.00000 = 640.00",
      "103 all: exchanged for cash: 4.00000 × 160.00 = 640.00",
      "103 closed: 640.00 - 640.00 = 0.00",
    ]
  `);
});

test("a split's trace shows the shares of each lot", () => {
  expect(stepsOf(`${two}\nsplit P ratio 3:2 2024-01-05`)).toMatchInlineSnapshot(`
    [
      "103 101: 10.00000 × 3 / 2: 15.00000",
      "103 102: 5.00000 × 3 / 2: 7.50000",
      "103 all: split 3 for 2: 15.00000 → 22.50000",
    ]
  `);
});

test("an election's trace shows the bases that it puts together, and what its end leaves to each lot", () => {
  const fund = `
    funds F
    buy A 160 @ 25.00 2024-01-05 of F
    buy B 240 @ 20.00 2024-02-05 of F`;
  expect(
    stepsOf(`${fund}
      average E election AVE 2024-03-01 of F
      buy C 10 @ 30.00 2024-03-05 of F
      average Z election AVX 2024-04-01 of F`),
  ).toMatchInlineSnapshot(`
    [
      "101 acquired: 160.00000 × 25.00 + 0.00 fees = 4000.00",
      "102 acquired: 240.00000 × 20.00 + 0.00 fees = 4800.00",
      "103 all: averaged from now on: basis 4000.00 + 4800.00 = 8800.00",
      "104 acquired: 10.00000 × 30.00 + 0.00 fees = 300.00",
      "105 101: the average ends, its part stays: 9100.00 × 160.00000 / 410.00000 = 3551.22",
      "105 102: the average ends, its part stays: 9100.00 × 240.00000 / 410.00000 = 5326.83",
      "105 104: the average ends, its part stays: 9100.00 × 10.00000 / 410.00000 = 221.95",
    ]
  `);
  expect(
    stepsOf(`${fund}
      average E election AVE 2024-03-01 of F
      average R election AVR 2024-04-01 of F`),
  ).toMatchInlineSnapshot(`
    [
      "101 acquired: 160.00000 × 25.00 + 0.00 fees = 4000.00",
      "102 acquired: 240.00000 × 20.00 + 0.00 fees = 4800.00",
      "103 all: an election that is revoked later: as if it had not been made",
      "104 101: never averaged, its own basis stays: 4000.00",
      "104 102: never averaged, its own basis stays: 4800.00",
    ]
  `);
});

test("the trace of acquired shares shows where their basis and dates come from", () => {
  expect(
    stepsOf(`
      transfer T 15 2024-01-05
        lot 5 acquired 2020-01-01 adjusted 2019-12-01 basis 100.00 inherited
        lot 10 basis 300.00
      gift G 10 donor 2020-02-01 basis 200.00 value 150.00 2024-01-06
      inherit I 10 died 2024-01-02 value 400.00 2024-01-07
      transfer-out O 7 2024-02-01`),
  ).toMatchInlineSnapshot(`
    [
      "101 acquired: transferred in: basis 100.00, acquired 2020-01-01, held from 2019-12-01, inherited",
      "101 acquired: transferred in: basis 300.00, acquired on an unknown day",
      "102 acquired: gift: the donor's basis 200.00, acquired 2020-02-01; basis for a loss 150.00",
      "103 acquired: inherited: market value 400.00 at death on 2024-01-02",
      "104 closed: transferred out: 7.00000 shares with a basis of 210.00; no proceeds, no gain",
    ]
  `);
});

test("the traces of moved lots show where they go and what they bring, each account its own side", () => {
  const { account, facts } = parseScenario(`
    buy  1 100 net 1000.00 2019-01-02
    sell 2 50 net 400.00 2019-02-01
    buy  3 50 net 450.00 2019-02-10
    move 4 80 to RA00000002 reason JNL named 3:50,1:30 2019-03-01`);
  const steps: Record<string, string[]> = { RA00000001: [], RA00000002: [] };
  runTiedAccounts(
    [
      { account: { ...account, account: "RA00000001" }, facts },
      { account: { ...account, account: "RA00000002" }, facts: [] },
    ],
    (number) => traceInto(steps[number] ?? []),
  );
  expect(steps).toMatchInlineSnapshot(`
    {
      "RA00000001": [
        "2 closed: 400.00 - 500.00 = -100.00",
        "3 acquired: basis 450.00",
        "4 closed: moved inside the firm (JNL): 50.00000 shares with a basis of 550.00; no proceeds, no gain",
        "4 closed: moved inside the firm (JNL): 30.00000 shares with a basis of 300.00; no proceeds, no gain",
      ],
      "RA00000002": [
        "4 acquired: moved in (JNL): basis 300.00, acquired 2019-01-02",
        "4 acquired: moved in (JNL): basis 550.00, acquired 2019-02-10, held from 2019-01-11",
      ],
    }
  `);
});
