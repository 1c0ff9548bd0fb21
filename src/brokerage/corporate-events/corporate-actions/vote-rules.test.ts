// How a holder may vote: every code, and what a sound vote becomes.

import type { Decimal } from "@bursar/values/decimal";
import { describe, expect, test } from "vitest";
import type { QuestionRow } from "./queries.ts";
import { answersOfVote, problemsWithVote, statusOfVote, type VoteFacts } from "./vote-rules.ts";
import type { NewVote } from "./vote-schema.ts";

const now = new Date("2026-03-02T15:00:00Z");
const plain = { question: "?", contested: false, managementSuggestion: null };
const bare = { ...plain, choices: null, possibleChoiceAnswers: null };
const choices = (...ids: string[]) => ids.map((choiceId) => ({ choiceId, choice: choiceId }));
const questions: QuestionRow[] = [
  {
    ...plain,
    questionsId: "1",
    questionsType: "D",
    choices: choices("A", "B"),
    possibleChoiceAnswers: ["For", "1", "Withhold"],
  },
  { ...bare, questionsId: "2", questionsType: "P" },
  { ...bare, questionsId: "3", questionsType: "S" },
];
const election: QuestionRow = {
  ...plain,
  questionsId: "4",
  questionsType: "C",
  choices: choices("cash", "stock"),
  possibleChoiceAnswers: [],
};
const tender: QuestionRow = { ...election, questionsId: "5", choices: choices("tender") };

const notice: VoteFacts["notice"] = {
  type: "P",
  status: "New",
  deadlineAt: new Date("2026-03-02T15:00:00Z"),
  shares: "100" as Decimal,
  isFrozen: false,
  questions,
};
const voluntary = { ...notice, type: "V", questions: [election, tender] };

type Sent = NonNullable<NewVote["questions"]>;
const shares = (text: string) => text as Decimal;

function codesOf(vote: object, facts: Partial<VoteFacts> = {}): string[] {
  const known = { notice, inForce: [], now, ...facts };
  const sent = { type: known.notice.type, ...vote } as NewVote;
  return problemsWithVote(sent, known).map((problem) =>
    "errorCode" in problem ? String(problem.errorCode).replace("corporate.action.", "") : "",
  );
}

const ask = (questionId: string, questionType: string, rest: object) =>
  ({ questionId, questionType, ...rest }) as Sent[number];

describe("a vote on a proxy", () => {
  test.each<[string, object, string[]]>([
    ["with an answer", { questions: [ask("2", "P", { answer: "2" })] }, []],
    ["with nothing", { questions: [] }, []],
    ["at the meeting", { attendingMeeting: true }, []],
    ["at the meeting and now", { attendingMeeting: true, questions: [] }, ["answer.rule"]],
    ["without questions", {}, ["answer.rule"]],
    ["without the meeting", { attendingMeeting: false }, ["answer.rule"]],
    ["of another type", { type: "V", questions: [] }, ["type.rule"]],
    ["on no question", { questions: [ask("9", "P", { answer: "0" })] }, ["question.rule"]],
    ["on another type", { questions: [ask("2", "S", { answer: "0" })] }, ["question.rule"]],
    [
      "twice on one question",
      { questions: [ask("2", "P", { answer: "0" }), ask("2", "P", { answer: "1" })] },
      ["question.rule"],
    ],
    ["without an answer", { questions: [ask("2", "P", {})] }, ["answer.rule"]],
    ["with no such answer", { questions: [ask("2", "P", { answer: "3" })] }, ["answer.rule"]],
    ["with three years", { questions: [ask("3", "S", { answer: "3" })] }, []],
    ["with four years", { questions: [ask("3", "S", { answer: "4" })] }, ["answer.rule"]],
    [
      "with shares",
      { questions: [ask("2", "P", { answer: "0", sharesElected: shares("1") })] },
      ["answer.rule"],
    ],
    ["with choices", { questions: [ask("2", "P", { answer: "0", choices: [] })] }, ["answer.rule"]],
    [
      "on a choice",
      { questions: [ask("1", "D", { choices: [{ choiceId: "A", choiceAnswer: "For" }] })] },
      [],
    ],
    ["without choices", { questions: [ask("1", "D", {})] }, ["answer.rule"]],
    [
      "with an answer in place of choices",
      { questions: [ask("1", "D", { answer: "For", choices: [] })] },
      ["answer.rule"],
    ],
    [
      "on no choice",
      { questions: [ask("1", "D", { choices: [{ choiceId: "C", choiceAnswer: "For" }] })] },
      ["answer.rule"],
    ],
    [
      "on a choice without an answer",
      { questions: [ask("1", "D", { choices: [{ choiceId: "A" }] })] },
      ["answer.rule"],
    ],
    [
      "on a choice with another answer",
      { questions: [ask("1", "D", { choices: [{ choiceId: "A", choiceAnswer: "3" }] })] },
      ["answer.rule"],
    ],
    [
      "on a choice with shares",
      {
        questions: [
          ask("1", "D", {
            choices: [{ choiceId: "A", choiceAnswer: "For", sharesElected: shares("1") }],
          }),
        ],
      },
      ["answer.rule"],
    ],
    [
      "twice on one choice",
      {
        questions: [
          ask("1", "D", {
            choices: [
              { choiceId: "A", choiceAnswer: "For" },
              { choiceId: "A", choiceAnswer: "For" },
            ],
          }),
        ],
      },
      ["answer.rule"],
    ],
  ])("%s", (_, vote, expected) => {
    expect(codesOf(vote)).toEqual(expected);
  });

  test("is taken until its deadline and no longer", () => {
    const later = new Date(+now + 1);
    expect(codesOf({ questions: [] }, { now: later })).toEqual(["deadline.rule"]);
    const open = { ...notice, deadlineAt: null };
    expect(codesOf({ questions: [] }, { notice: open, now: later })).toEqual([]);
    const expired = { ...notice, status: "Expired" };
    expect(codesOf({ questions: [] }, { notice: expired })).toEqual(["deadline.rule"]);
  });
});

test("what is mandatory is not voted on", () => {
  expect(codesOf({ questions: [] }, { notice: { ...notice, type: "M" } })).toEqual([
    "mandatory.rule",
  ]);
});

describe("an election of shares", () => {
  const elect = (...amounts: string[]) => ({
    questions: [
      ask("4", "C", {
        choices: ["cash", "stock"].flatMap((choiceId, at) =>
          amounts[at] === undefined ? [] : [{ choiceId, sharesElected: shares(amounts[at]) }],
        ),
      }),
    ],
  });
  const single = (rest: object) => ({ questions: [ask("5", "C", rest)] });

  test.each<[string, object, string[]]>([
    ["of all shares in parts", elect("40", "60"), []],
    ["of more than all in parts", elect("40", "60.00001"), ["shares.rule"]],
    ["of all to the only choice", single({ sharesElected: shares("100") }), []],
    ["of more to the only choice", single({ sharesElected: shares("101") }), ["shares.rule"]],
    [
      "that names the only choice",
      single({ choices: [{ choiceId: "tender", sharesElected: shares("1") }] }),
      ["answer.rule"],
    ],
    ["without shares", single({}), ["answer.rule"]],
    [
      "without a choice",
      { questions: [ask("4", "C", { sharesElected: shares("1") })] },
      ["answer.rule"],
    ],
    [
      "with an answer",
      { questions: [ask("4", "C", { choices: [{ choiceId: "cash", choiceAnswer: "For" }] })] },
      ["answer.rule"],
    ],
    ["at a meeting", { attendingMeeting: true }, ["type.rule"]],
  ])("%s", (_, vote, expected) => {
    expect(codesOf(vote, { notice: voluntary })).toEqual(expected);
  });

  test("is refused to an account that may not buy or sell, and not to one that may sell", () => {
    const restricted = (typeCode: string) =>
      codesOf(single({ sharesElected: shares("1") }), {
        notice: voluntary,
        inForce: [{ reasonCode: "021", typeCode }],
      });
    expect(restricted("CR")).toEqual(["account.restricted.rule"]);
    expect(restricted("SO")).toEqual([]);
    const proxy = { inForce: [{ reasonCode: "021", typeCode: "CR" }] };
    expect(codesOf({ questions: [] }, proxy)).toEqual([]);
  });
});

test("every problem is reported at once", () => {
  const vote = { type: "V", questions: [ask("9", "P", {}), ask("2", "P", {})] };
  expect(codesOf(vote, { now: new Date(+now + 1) })).toEqual([
    "deadline.rule",
    "type.rule",
    "question.rule",
    "answer.rule",
  ]);
});

describe("what a vote becomes", () => {
  const answers = (vote: object, of = notice) =>
    answersOfVote({ type: of.type, ...vote } as NewVote, { notice: of });

  test("the text of an answer goes before its place", () => {
    const named = (choiceAnswer: string) =>
      answers({ questions: [ask("1", "D", { choices: [{ choiceId: "B", choiceAnswer }] })] })[0];
    expect(named("0")).toEqual({
      questionsId: "1",
      choiceId: "B",
      answer: "For",
      sharesElected: null,
    });
    expect(named("1")?.answer).toBe("1");
    expect(named("2")?.answer).toBe("Withhold");
  });

  test("shares to the only choice are stored with it", () => {
    const vote = { questions: [ask("5", "C", { sharesElected: shares("7") })] };
    expect(answers(vote, voluntary)).toEqual([
      { questionsId: "5", choiceId: "tender", answer: null, sharesElected: "7" },
    ]);
  });

  test("voted means that everything is answered", () => {
    const whole = answers({
      questions: [
        ask("1", "D", {
          choices: ["A", "B"].map((choiceId) => ({ choiceId, choiceAnswer: "For" })),
        }),
        ask("2", "P", { answer: "0" }),
        ask("3", "S", { answer: "1" }),
      ],
    });
    expect(statusOfVote({}, questions, whole)).toBe("Voted");
    expect(statusOfVote({}, questions, whole.slice(1))).toBe("New");
    expect(statusOfVote({}, [], [])).toBe("New");
    expect(statusOfVote({ attendingMeeting: true }, questions, [])).toBe("Attending Meeting");
  });
});
