// The rules of a ballot: what it may ask, how it may be answered, and when it counts as answered.

import type { Decimal } from "@bursar/values/decimal";
import { describe, expect, test } from "vitest";
import { checkShape } from "../../../values/shape-rule.ts";
import { isAnswered, rulesOfAnswers, rulesOfQuestions } from "./rules.ts";
import type { BallotAnswer, BallotQuestion } from "./schema.ts";

const choices = [
  { choiceId: "1A", choice: "Maria Olsen" },
  { choiceId: "1B", choice: "Thomas Achebe" },
];
const requestFacts = { question: "What do you say?", contested: false };
const directors: BallotQuestion = {
  ...requestFacts,
  questionsId: "1",
  questionsType: "D",
  choices,
  possibleChoiceAnswers: ["For", "Withhold"],
};
const proposal: BallotQuestion = { ...requestFacts, questionsId: "2", questionsType: "P" };
const pay: BallotQuestion = { ...requestFacts, questionsId: "3", questionsType: "S" };
const tender: BallotQuestion = { ...requestFacts, questionsId: "4", questionsType: "C", choices };
const questions = [directors, proposal, pay, tender];
const ballot = { questions, shares: "100.5" as Decimal };

function faultsOfQuestions(given: readonly BallotQuestion[], ...failed: readonly string[]) {
  const found = failed.map((field) => ({ field }));
  return checkShape(rulesOfQuestions, { questions: given }, undefined, found);
}

function faultsOfAnswers(answers: readonly BallotAnswer[], ...failed: readonly string[]) {
  const found = failed.map((field) => ({ field }));
  return checkShape(rulesOfAnswers, { ...ballot, answers }, undefined, found);
}

describe("the questions of a ballot", () => {
  test("are checked one by one: a bad one hides no problem of the others", () => {
    const given = [
      { ...directors, choices: [] },
      { ...pay, choices },
      { ...pay, choices },
    ];
    const failed = ["questions[0].question", "questions[1].questionsType"];
    expect(faultsOfQuestions(given, ...failed).map(({ reason }) => reason)).toEqual([
      "3 appears more than once.",
      "Question 1 needs choices.",
      "Question 3 of type S has no choices.",
    ]);
  });

  test("a ballot with all four kinds of question is accepted", () => {
    expect(faultsOfQuestions(questions)).toEqual([]);
  });

  const { choices: _, ...bare } = directors;
  const { possibleChoiceAnswers: __, ...mute } = directors;
  test.each<[string, BallotQuestion[], string[]]>([
    ["an id twice", [proposal, { ...pay, questionsId: "2" }], ["2 appears more than once."]],
    ["choices missing", [bare], ["Question 1 needs choices."]],
    ["no choice", [{ ...tender, choices: [] }], ["Question 4 needs choices."]],
    ["possible answers missing", [mute], ["Question 1 needs possibleChoiceAnswers."]],
    ["choices of a proposal", [{ ...proposal, choices }], ["Question 2 of type P has no choices."]],
    [
      "possible answers of a say on pay",
      [{ ...pay, possibleChoiceAnswers: ["One year"] }],
      ["Question 3 of type S has no choices."],
    ],
    [
      "a choice twice",
      [{ ...directors, choices: [...choices, ...choices] }],
      ["1A appears more than once.", "1B appears more than once."],
    ],
    [
      "two at once",
      [bare, { ...proposal, choices }],
      ["Question 1 needs choices.", "Question 2 of type P has no choices."],
    ],
  ])("%s is named", (_title, given, reasons) => {
    expect(faultsOfQuestions(given)).toEqual(
      reasons.map((reason) => ({ column: "questions", reason })),
    );
  });
});

describe("the answers to a ballot", () => {
  const elected = (choiceId: string, shares: string): BallotAnswer => ({
    questionsId: "4",
    choiceId,
    sharesElected: shares as Decimal,
  });

  test.each<[string, string, string[]]>([
    [
      "an unreadable answer to a question hides nothing of the others",
      "answers[0].answer",
      [
        "9 appears more than once.",
        "There is no question 9.",
        "Question 4 has more sharesElected than shares held.",
      ],
    ],
    [
      "without sound questions no answer is judged by them",
      "questions[0].choices",
      ["9 appears more than once."],
    ],
    [
      "without sound shares nothing is too many",
      "shares",
      ["9 appears more than once.", "Question 3 takes no answer 9.", "There is no question 9."],
    ],
  ])("%s", (_title, failed, reasons) => {
    const given = [
      { questionsId: "3", answer: "9" },
      { questionsId: "9", answer: "0" },
      { questionsId: "9", answer: "0" },
      elected("1A", "101"),
    ];
    expect(faultsOfAnswers(given, failed).map(({ reason }) => reason)).toEqual(reasons);
  });

  test.each<[string, BallotAnswer[]]>([
    ["none at all", []],
    ["each director", [{ questionsId: "1", choiceId: "1A", answer: "Withhold" }]],
    ["abstaining from a proposal", [{ questionsId: "2", answer: "2" }]],
    ["abstaining from say on pay", [{ questionsId: "3", answer: "3" }]],
    ["all shares over two choices", [elected("1A", "60"), elected("1B", "40.5")]],
  ])("%s is accepted", (_title, answers) => {
    expect(faultsOfAnswers(answers)).toEqual([]);
  });

  test.each<[string, BallotAnswer[], string[]]>([
    ["an unknown question", [{ questionsId: "9", answer: "0" }], ["There is no question 9."]],
    [
      "an unknown choice",
      [{ questionsId: "1", choiceId: "1Z", answer: "For" }],
      ["Question 1 has no choice 1Z."],
    ],
    [
      "a director without a choice",
      [{ questionsId: "1", answer: "For" }],
      ["Question 1 has no choice without a choiceId."],
    ],
    [
      "a choice of a proposal",
      [{ questionsId: "2", choiceId: "1A", answer: "0" }],
      ["Question 2 has no choice 1A."],
    ],
    [
      "an answer that is not offered",
      [{ questionsId: "1", choiceId: "1A", answer: "Against" }],
      ["Question 1 takes no answer Against."],
    ],
    [
      "a say on pay's answer to a proposal",
      [{ questionsId: "2", answer: "3" }],
      ["Question 2 takes no answer 3."],
    ],
    ["no answer", [{ questionsId: "2" }], ["Question 2 takes no answer without a value."]],
    [
      "shares for a proposal",
      [{ questionsId: "2", answer: "0", sharesElected: "1" as Decimal }],
      ["Question 2 takes no sharesElected."],
    ],
    [
      "an election without shares",
      [{ questionsId: "4", choiceId: "1A" }],
      ["Question 4 takes sharesElected."],
    ],
    [
      "more shares than are held",
      [elected("1A", "60"), elected("1B", "40.50001")],
      ["Question 4 has more sharesElected than shares held."],
    ],
    [
      "a question answered twice",
      [
        { questionsId: "2", answer: "0" },
        { questionsId: "2", answer: "1" },
      ],
      ["2 appears more than once."],
    ],
    [
      "two at once",
      [
        { questionsId: "9", answer: "0" },
        { questionsId: "3", answer: "4" },
      ],
      ["There is no question 9.", "Question 3 takes no answer 4."],
    ],
  ])("%s is named", (_title, answers, reasons) => {
    expect(faultsOfAnswers(answers)).toEqual(
      reasons.map((reason) => ({ column: "answers", reason })),
    );
  });
});

describe("a question is answered", () => {
  const first = { questionsId: "1", choiceId: "1A" };
  test.each([
    ["not without answers", directors, [], false],
    ["not by one choice of two", directors, [first], false],
    ["by every choice", directors, [first, { questionsId: "1", choiceId: "1B" }], true],
    ["not by answers to another", directors, [{ questionsId: "2", choiceId: null }], false],
    ["by its one answer where it has no choices", proposal, [{ questionsId: "2" }], true],
    [
      "also when that answer is stored without a choice",
      pay,
      [{ questionsId: "3", choiceId: null }],
      true,
    ],
  ])("%s", (_title, question, answers, is) => {
    expect(isAnswered(question, answers)).toBe(is);
  });
});
