// The security that a row means where its names point to several.
import type { Reading, SecurityNamed } from "@bursar/custodian-files";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { type KnownSecurity, matchSecurities } from "./match-securities.ts";
import { answersOf, type GivenAnswer } from "./questions.ts";

const acme = known("11", "ACME", "99901A109", "ACME CORP");
const bolt = known("12", "BOLT", "99902B108", "BOLT FASTENERS");

function known(securityId: string, ticker: string, cusip: string, name: string): KnownSecurity {
  return {
    securityId: securityId as Id,
    ticker,
    cusip,
    name,
    quotationFactor: "1",
    formerTickers: [],
  };
}

function match(security: SecurityNamed, given: readonly GivenAnswer[] = []) {
  const place = { file: "positions.csv", line: 2 };
  const held = { ...place, account: "A", security, shares: "5" as Decimal };
  const reading: Reading = {
    transactions: [],
    positions: [held],
    lots: [],
    balances: [],
    prices: [],
    accounts: [],
    securities: [{ ...place, ...security }],
    questions: [],
    problems: [],
    asides: [],
  };
  return matchSecurities(reading, [acme, bolt], answersOf(given), () => "13" as Id);
}

test("a CUSIP of one security and the ticker of another are asked about, and the answer decides", () => {
  const clash = { cusip: "99901A109", symbol: "BOLT" };
  const { questions, added, idOf } = match(clash);
  expect(questions).toMatchObject([
    { about: "security", word: "99901A109", choices: ["11", "12", "new"] },
  ]);
  expect([added, idOf({ name: "none" })]).toEqual([[], undefined]);
  const answered = match(clash, [{ about: "security", word: "99901A109", answer: "12" }]);
  expect([answered.questions, answered.idOf(clash)]).toEqual([[], "12"]);
});

test("a ticker whose security has another CUSIP is asked about", () => {
  const { questions } = match({ cusip: "99903C107", symbol: "ACME" });
  expect(questions).toMatchObject([{ about: "security", choices: ["11", "new"] }]);
});
