// Purchases that are paid for later, in text: advances, and debits under which a day has no return. Mondays
// of 2025 are 02-03, 06-23 and 06-30. (docs/performance.md, 1 and 2)
import { describe, expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import { scenario } from "../reference/scenario.ts";
import { computeRawData, type RawSources } from "./raw-data.ts";

const closes = `
  close   06-23 X 50.15
  close   06-24 X 50.50
  close   06-25 X 51.00
  close   06-26 X 51.51
`;

describe("an advance", () => {
  scenario(
    "what is paid in within the payment period is a flow of the day of the purchase",
    `
    buy     06-23 100 @ 50 fees 5.00
    deposit 06-25 5005.00
    ${closes}
    day 06-23 value 10.00 accrued 5005.00 balance -5005.00 advances 5005.00 cash 5005.00 gross 100.19980 // 5015 / 5005
    day 06-24 value 45.00 accrued 5005.00 cash 0.00 gross 100.89910
    day 06-25 value 5100.00 accrued 0.00 balance 0.00 advances 0.00 cash 0.00 gross 101.89810
    day 06-26 value 5151.00 cash 0.00 gross 102.91708
    range 06-01,06-30 twr 2.91708 mwr 2.91708 flows 5005.00 // 5151 / 5005 − 1
    `,
  );
  scenario(
    "a lower first close is a loss of that day alone",
    `
    buy     06-23 100 @ 50 fees 5.00
    deposit 06-25 5005.00
    ${closes.replace("50.15", "49.90")}
    day 06-23 gross 99.70030 // 4990 / 5005
    day 06-24 gross 100.89910
    day 06-25 gross 101.89810
    day 06-26 gross 102.91708
    `,
  );
  scenario(
    "an account that was emptied at 110 goes on from it",
    `
    deposit    06-18 1000.00
    dividend   06-18 100.00
    withdrawal 06-20 1100.00
    buy        06-23 100 @ 50 fees 5.00
    deposit    06-25 5005.00
    close      06-18 Q
    close      06-20 Q
    ${closes}
    day 06-18 gross 110.00000
    day 06-20 gross 110.00000
    day 06-23 gross 110.21978
    day 06-24 gross 110.98901
    day 06-25 gross 112.08791
    day 06-26 gross 113.20879 // 110 × 5151 / 5005
    `,
  );
  scenario(
    "what comes after the period is a flow of its own day",
    `
    buy     06-23 100 @ 50 fees 5.00
    deposit 06-27 5005.00
    ${closes}
    close   06-27 X 52
    day 06-23 value 10.00 accrued 0.00 cash 0.00 gross 100.00000
    day 06-24 value 45.00 gross 100.00000 return - // 10.00 is below 5005.00 / 20 = 250.25
    day 06-25 value 95.00 gross 100.00000 return -
    day 06-26 value 146.00 gross 100.00000 return -
    day 06-27 value 5200.00 cash 5005.00 gross 100.95127 // 5200 / (146 + 5005)
    `,
  );
  scenario(
    "a stated settlement and the latest of the day's purchases end the period",
    `
    buy     06-23 1 @ 100
    buy     06-23 1 @ 100 settles 06-25
    deposit 06-27 150.00
    deposit 06-30 50.00
    close   06-23 X 100
    close   06-27 X 100
    close   06-30 X 100
    day 06-23 cash 150.00 advances 150.00
    day 06-27 cash 0.00 advances 0.00 balance -50.00
    day 06-30 cash 50.00 balance 0.00
    `,
  );
  scenario(
    "only what purchases cost, accrued interest included, and only what is lacking is advanced",
    `
    deposit    06-20 30.00
    withdrawal 06-20 50.00
    buy        06-23 1 @ 100 interest 4.00
    deposit    06-24 60.00
    deposit    06-25 90.00
    close      06-20 Q
    close      06-23 X 100
    close      06-24 X 100
    close      06-25 X 100
    day 06-20 balance -20.00
    day 06-23 balance -124.00 advances 104.00 accrued 108.00 cash 104.00 // the 20.00 were owed before
    day 06-24 balance -64.00 advances 44.00 cash 0.00
    day 06-25 balance 26.00 advances 0.00 cash 46.00 // 90.00 less the 44.00 that were advanced
    `,
  );
  scenario(
    "each cent is advanced once, for the purchases in order, and on a purchase without lack nothing is",
    `
    buy        06-23 1 @ 100
    buy        06-24 1 @ 50
    deposit    06-25 120.00
    buy        06-25 1 @ 10
    deposit    06-26 100.00
    buy        06-27 1 @ 40
    close      06-23 X 100
    close      06-24 X 100
    close      06-25 X 100
    close      06-26 X 100
    close      06-27 X 100
    day 06-23 cash 100.00 advances 100.00 balance -100.00
    day 06-24 cash 50.00 advances 150.00 balance -150.00 // 20.00 of the first deposit, 30.00 of the second
    day 06-25 cash 10.00 advances 40.00 balance -40.00
    day 06-26 cash 60.00 advances 0.00 balance 60.00
    day 06-27 cash 0.00 advances 0.00 balance 20.00
    `,
  );
  scenario(
    "a purchase by exercise is advanced, one on a Sunday until Wednesday",
    `
    transfer 06-20 100 of Y
    exercise 06-22 100 of Y into X ratio 1:10 paid 900.00
    deposit  06-25 900.00
    close    06-20 Y 1
    close    06-23 X 110
    close    06-25 X 110
    day 06-20 value 100.00
    day 06-23 value 200.00 accrued 900.00 cash 900.00 gross 110.00000 // (200 + 900) / (100 + 900)
    day 06-25 value 1100.00 accrued 0.00 cash 0.00 gross 110.00000
    `,
  );
  scenario(
    "withdrawals, payouts, sales and fees paid by others bring nothing that could be advanced",
    `
    buy      06-23 2 @ 50
    dividend 06-24 30.00
    sell     06-24 1 @ 50
    fee      06-24 20.00 by outside
    close    06-23 X 50
    close    06-24 X 50
    day 06-23 cash 0.00 advances 0.00
    day 06-24 cash 20.00 balance -20.00
    `,
  );
});

describe("an advance by a journal", () => {
  scenario(
    "moves the giving side along, and what that lacks is advanced in its turn",
    `
    deposit      06-20 10.00 in 04
    buy          06-23 1 @ 100
    deposit      06-24 90.00 in 04
    cash-journal 06-25 100.00 in 04 to 03
    close        06-20 Q
    close        06-23 X 100
    close        06-24 X 110
    close        06-25 X 121
    day 06-23 cash 100.00 accrued 100.00 balance -100.00 gross 100.00000
    day 06-24 cash 0.00 accrued 100.00 gross 110.00000
    day 06-25 cash 0.00 accrued 0.00 gross 121.00000
    day 06-20 in 04 cash 10.00 value 10.00
    day 06-23 in 04 cash -10.00 value 10.00 accrued -10.00 advances -10.00 // −100.00 + 90.00
    day 06-24 in 04 cash 0.00 value 100.00 accrued -100.00
    day 06-25 in 04 cash 0.00 value 0.00 accrued 0.00
    day 06-20 in account cash 10.00 value 10.00 gross 100.00000
    day 06-23 in account cash 90.00 value 10.00 accrued 90.00 gross 100.00000
    day 06-24 in account cash 0.00 value 110.00 accrued 0.00 gross 110.00000
    day 06-25 in account cash 0.00 value 121.00 accrued 0.00 gross 121.00000
    `,
  );
  scenario(
    "begins a folio that has nothing before, and what nobody brings stays owed there",
    `
    buy          06-23 1 @ 100
    cash-journal 06-24 100.00 in 04 to 03
    close        06-23 X 100
    close        06-24 X 100
    day 06-23 cash 100.00 accrued 100.00
    day 06-24 cash 0.00 accrued 0.00
    day 06-23 in 04 cash -100.00 accrued -100.00 value 0.00
    day 06-24 in 04 cash 0.00 accrued 0.00 value -100.00
    day 06-23 in account cash 0.00 accrued 0.00 value 0.00
    day 06-24 in account cash 0.00 accrued 0.00 value 0.00
    `,
  );
  scenario(
    "goes round in a circle no longer than there are cents",
    `
    buy          06-23 1 @ 100
    cash-journal 06-24 100.00 in 04 to 03
    cash-journal 06-24 70.00 in 03 to 04
    deposit      06-25 5.00
    close        06-23 X 100
    close        06-24 X 100
    close        06-25 X 100
    day 06-23 cash 35.00 accrued 35.00 // + 100.00, − 70.00, + 5.00
    day 06-24 cash 0.00 accrued 5.00 balance -70.00
    day 06-25 cash 0.00 accrued 0.00 balance -65.00
    day 06-23 in 04 cash -30.00 accrued -30.00
    day 06-24 in 04 cash 0.00 accrued 0.00 balance -30.00
    day 06-25 in 04 cash 0.00 balance -30.00
    `,
  );
});

describe("a debit", () => {
  scenario(
    "a loan that stays below twenty times the capital leaves the returns as they are",
    `
    deposit 06-23 5000.00
    buy     06-23 160 @ 50
    close   06-23 X 50
    close   06-24 X 50.50
    close   06-25 X 49
    day 06-23 value 5000.00 balance -3000.00 gross 100.00000
    day 06-24 value 5080.00 gross 101.60000 // 5080 / 5000
    day 06-25 value 4840.00 gross 96.80000 // 4840 / 5080
    `,
  );
  scenario(
    "capital of a twentieth of the larger debit of the two days is enough, a cent less is not",
    `
    given 01-02 value 10.00 balance -200.00
    given 01-03 value 11.00 balance -220.00
    given 01-06 value 12.00 balance -220.20
    given 01-07 value 12.00
    given 01-08 value 12.00 balance -100.00 advances -100.01 cash -2.00
    given 01-09 value 24.00 balance -240.02 advances 0.02
    given 01-10 value 48.00
    day 01-02 gross 100.00000 return 0.00000
    day 01-03 gross 100.00000 return - // 10.00 × 20 is below the 220.00 of the day itself
    day 01-06 gross 100.00000 return - // 11.00 × 20 is below 220.20
    day 01-07 gross 100.00000 return 0.00000 // 12.00 × 20 is not
    day 01-08 gross 116.66667 return 16.66667 // (12.00 + 2.00) / 12.00; 200.01 is less than 240.00
    day 01-09 gross 233.33333 return 100.00000 // 240.00 are enough for a debit of 240.00
    day 01-10 gross 466.66667 return 100.00000
    `,
  );
});

const base = { transactionId: "1" as Id, entryOrder: 1, folio: "03" };
const day = (text: string) => text as Day;

test("the settlement day and the business days are the caller's", () => {
  const buy = {
    ...base,
    kind: "buy" as const,
    security: "601" as Id,
    shares: "1" as Decimal,
    price: "100" as Decimal,
    tradeOn: day("2025-06-23"),
  };
  const deposit = {
    ...base,
    transactionId: "2" as Id,
    kind: "deposit" as const,
    amount: "100" as Decimal,
    tradeOn: day("2025-06-30"),
  };
  const valuationDays = [day("2025-06-23"), day("2025-06-30")];
  const close = { close: 100_000_000n };
  const sources = {
    facts: [buy, deposit],
    closes: new Map([["601" as Id, valuationDays.map((on) => ({ on, ...close }))]]),
    valuationDays,
  };
  const flowsWith = (days: object) =>
    computeRawData({ ...sources, ...days })
      .get("03")
      ?.map(({ cashFlows }) => cashFlows);
  expect(flowsWith({})).toEqual([0n, 100_00n]);
  expect(flowsWith({ settlesOn: () => day("2025-06-26") })).toEqual([100_00n, 0n]);
  const isClosed = new Set(["2025-06-25", "2025-06-26"]);
  const isBusinessDay = (on: Day) =>
    !isClosed.has(on) && on !== "2025-06-28" && on !== "2025-06-29";
  expect(flowsWith({ isBusinessDay })).toEqual([100_00n, 0n]);
});

test("each advance is reported with the lacking amount, its payer, and the part that nobody pays", () => {
  const decimal = (text: string) => text as Decimal;
  const journal = { toFolio: "03", folio: "04", amount: decimal("60.00") };
  const facts = [
    { kind: "buy", tradeOn: "2025-06-23", security: "601", shares: "1", price: "100", folio: "03" },
    { kind: "deposit", tradeOn: "2025-06-24", folio: "03", amount: "30.00" },
    { kind: "cashJournal", tradeOn: "2025-06-25", ...journal },
  ].map((fact, at) => ({ ...fact, transactionId: String(at + 1), entryOrder: at + 1 }));
  const advances: string[] = [];
  computeRawData({
    facts: facts as unknown as RawSources["facts"],
    closes: new Map(),
    valuationDays: [],
    onAdvance: ({ on, folio, lack, until, inflow }) => {
      const { transactionId = "-", on: paidOn = "-", cents = 0n, giver = "-" } = inflow ?? {};
      advances.push(
        `${on} ${folio} lacks ${lack} until ${until}: ${transactionId} ${paidOn} ${cents} ${giver}`,
      );
    },
  });
  expect(advances).toEqual([
    "2025-06-23 03 lacks 10000 until 2025-06-26: 2 2025-06-24 3000 -",
    "2025-06-23 03 lacks 7000 until 2025-06-26: 3 2025-06-25 6000 04",
    "2025-06-23 03 lacks 1000 until 2025-06-26: - - 0 -",
    "2025-06-23 04 lacks 6000 until 2025-06-26: - - 0 -",
  ]);
});
