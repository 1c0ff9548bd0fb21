// The two files that a person completes: what they may hold, and what a check writes into them.
import { expect, test } from "vitest";
import { accountLines, decodeAccounts, splitName } from "./accounts-file.ts";
import { decodeAnswers, encodeAnswers } from "./answers-file.ts";
import type { ImportQuestion } from "./questions.ts";

const question: ImportQuestion = {
  about: "action",
  word: "Journal",
  file: "a.csv",
  line: 3,
  count: 2,
  example: "Journal | $1.00",
  choices: ["ignore", "DEP"],
};

test("open questions are written behind the answers, and are none until they are answered", () => {
  const given = [{ about: "column", word: "Memo", answer: "ignore" }] as const;
  const text = encodeAnswers("schwab", given, [question]);
  expect(decodeAnswers(text)).toEqual({ answers: given });
  const answered = text.replace('"answer": null', '"answer": "DEP"');
  expect(decodeAnswers(answered)).toEqual({
    answers: [...given, { about: "action", word: "Journal", answer: "DEP" }],
  });
});

test("a file of answers is refused with everything that is wrong with it", () => {
  expect(decodeAnswers("[]")).toEqual({ problems: [expect.stringContaining('"answers"')] });
  expect(decodeAnswers("{")).toHaveProperty("problems");
  const wrong = { answers: [{ about: "weather", word: 1, answer: 2 }, null] };
  expect(decodeAnswers(JSON.stringify(wrong))).toEqual({
    problems: [
      expect.stringMatching(/^answers\[0\]: "about" is one of/),
      expect.stringMatching(/^answers\[0\]: "word"/),
      expect.stringMatching(/^answers\[0\]: "answer"/),
      expect.stringMatching(/^answers\[1\]: "about"/),
      expect.stringMatching(/^answers\[1\]: "word"/),
    ],
  });
});

const decode = (...lines: string[]) => decodeAccounts(Buffer.from(lines.join("\r\n")));

test("a file of accounts is read by its heading, with each wrong cell at its line", () => {
  expect(decode("custodianAccount,accountType,dateOfBirth", "1,I,1971-04-09", "")).toEqual({
    rows: [{ custodianAccount: "1", accountType: "I", dateOfBirth: "1971-04-09", line: 2 }],
    problems: [],
  });
  const { problems } = decode(
    "custodianAccount,accountNumber,folioNumber,accountType,openedOn,dateOfBirth",
    ",12,34,Joint,1-2-2020,1971-02-30",
    "5,ignore,,,,",
  );
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, "custodianAccount"],
    [2, "accountNumber"],
    [2, "folioNumber"],
    [2, "accountType"],
    [2, "openedOn"],
    [2, "dateOfBirth"],
  ]);
});

test("a spreadsheet's days and the names of registration types are read as what they mean", () => {
  const { rows, problems } = decode(
    "custodianAccount,accountType,openedOn,dateOfBirth",
    "1,individual,1/2/2015,04/09/1971",
    "2,Joint,13/1/2015,",
  );
  expect(rows[0]).toEqual({
    custodianAccount: "1",
    accountType: "I",
    openedOn: "2015-01-02",
    dateOfBirth: "1971-04-09",
    line: 2,
  });
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [3, "accountType"],
    [3, "openedOn"],
  ]);
});

test("a file of accounts with other columns is refused whole", () => {
  const { rows, problems } = decode("Account,Owner", "1,Ann");
  expect(rows).toEqual([]);
  expect(problems.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('"Account" is none of its columns'),
    expect.stringContaining('"Owner" is none of its columns'),
    expect.stringContaining("no column custodianAccount"),
  ]);
});

test("an account that is open is written with the owner's name in its two columns", () => {
  const text = accountLines([{ account: "1", owner: "Whitfield, Ann" }, { account: "a,b" }]);
  expect(text).toBe('1,,,,,,Ann,Whitfield,,\n"a,b",,,,,,,,,\n');
  expect(splitName("Ann Marie Whitfield")).toEqual({
    firstName: "Ann Marie",
    lastName: "Whitfield",
  });
});
