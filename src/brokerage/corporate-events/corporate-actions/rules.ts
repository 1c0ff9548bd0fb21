// Rules of a ballot, and of the answers to it. (interface 2.6)

import { compare, type Decimal, sum } from "@bursar/values/decimal";
import { codeList, questionTypes } from "../../../reference/codes.ts";
import { type RowRule, rowEntryRules } from "../../../values/row-rule.ts";
import type { Entries } from "../../../values/shape-rule.ts";
import type { BallotAnswer, BallotQuestion } from "./schema.ts";

/** A fault of a loaded record, by its column. */
export interface BallotFault {
  readonly column: "questions" | "answers";
  readonly reason: string;
}

/** The parts of a question that decide what is an answer to it. */
export interface Answerable {
  readonly questionsId: string;
  readonly choices?: readonly { readonly choiceId: string }[] | null | undefined;
}

/** The question that was answered, or its choice. */
export interface Answered {
  readonly questionsId: string;
  readonly choiceId?: string | null | undefined;
}

/** Whether a question is answered: each of its choices if it has any, else the question itself. */
export function isAnswered(
  { questionsId, choices }: Answerable,
  answers: readonly Answered[],
): boolean {
  const given = answers.filter((answer) => answer.questionsId === questionsId);
  const isThere = (choiceId: string | null) =>
    given.some((answer) => (answer.choiceId ?? null) === choiceId);
  return choices ? choices.every(({ choiceId }) => isThere(choiceId)) : isThere(null);
}

const fieldsRead = ["questionsId", "questionsType", "choices", "possibleChoiceAnswers"] as const;
const entries = rowEntryRules<{ readonly questions: readonly BallotQuestion[] }>();

/** The questions of a ballot have distinct ids, and choices if their type has them. */
export const rulesOfQuestions: readonly RowRule[] = [
  entries("questions", ["questionsId"], (questions) =>
    repeated(questions.flatMap((question) => question?.questionsId ?? [])).map(faultOfQuestions),
  ),
  entries("questions", [...fieldsRead], (questions) =>
    questions
      .flatMap((question) => (question ? reasonsWithQuestion(question) : []))
      .map(faultOfQuestions),
  ),
];

function faultOfQuestions(reason: string): BallotFault {
  return { column: "questions", reason };
}

function reasonsWithQuestion(
  question: Pick<BallotQuestion, (typeof fieldsRead)[number]>,
): string[] {
  const { questionsId, questionsType, choices, possibleChoiceAnswers } = question;
  const name = `Question ${questionsId}`;
  if (!hasChoices(question)) {
    const isBare = choices === undefined && possibleChoiceAnswers === undefined;
    return isBare ? [] : [`${name} of type ${questionsType} has no choices.`];
  }
  if (choices === undefined || choices.length === 0) return [`${name} needs choices.`];
  const lacksAnswers = questionsType === "D" && !possibleChoiceAnswers?.length;
  return [
    ...repeated(choices.map(({ choiceId }) => choiceId)),
    ...(lacksAnswers ? [`${name} needs possibleChoiceAnswers.`] : []),
  ];
}

/** The ballot to which answers belong, and the shares that the account can elect. */
interface Ballot {
  readonly questions?: readonly BallotQuestion[];
  readonly answers?: readonly BallotAnswer[];
  readonly shares: Decimal;
}

const answerRule = rowEntryRules<Ballot>();
const placeRead = ["questionsId", "choiceId"] as const;

/** Answers are given once each, to a question or choice of the ballot, as its type takes them, and
 * elect no more shares than are held. */
export const rulesOfAnswers: readonly RowRule[] = [
  answerRule("answers", [...placeRead], (answers) => {
    const known = answers.filter((answer) => answer !== undefined);
    const places = known.map(({ questionsId, choiceId }) =>
      choiceId === undefined ? questionsId : `${questionsId}/${choiceId}`,
    );
    return repeated(places).map(faultOfAnswers);
  }),
  answerRule(
    "answers",
    [...placeRead, "answer", "sharesElected"],
    (answers, _, { questions = [] }) =>
      answers
        .flatMap((answer) => (answer ? reasonsWithAnswer(answer, questions) : []))
        .map(faultOfAnswers),
    ["questions"],
  ),
  answerRule(
    "answers",
    ["questionsId", "sharesElected"],
    (answers, _, { questions = [], shares }) =>
      questions
        .flatMap(({ questionsId }) => tooManyShares(questionsId, answers, shares))
        .map(faultOfAnswers),
    ["questions", "shares"],
  ),
];

function faultOfAnswers(reason: string): BallotFault {
  return { column: "answers", reason };
}

function reasonsWithAnswer(given: BallotAnswer, questions: readonly BallotQuestion[]): string[] {
  const { questionsId, choiceId, answer, sharesElected } = given;
  const question = questions.find((question) => question.questionsId === questionsId);
  if (question === undefined) return [`There is no question ${questionsId}.`];
  const isElected = question.questionsType === "C";
  const reasons: string[] = [];
  const isOfQuestion = hasChoices(question)
    ? (question.choices ?? []).some((each) => each.choiceId === choiceId)
    : choiceId === undefined;
  if (!isOfQuestion) {
    reasons.push(`Question ${questionsId} has no choice ${choiceId ?? "without a choiceId"}.`);
  }
  if (isElected !== (sharesElected !== undefined)) {
    reasons.push(`Question ${questionsId} takes ${isElected ? "" : "no "}sharesElected.`);
  }
  const isAccepted = isElected ? answer === undefined : mayAnswer(question, answer);
  if (!isAccepted) {
    reasons.push(`Question ${questionsId} takes no answer ${answer ?? "without a value"}.`);
  }
  return reasons;
}

const answerLists = {
  P: codeList("proposal-answer"),
  S: codeList("say-on-pay-answer"),
} as const;

function mayAnswer(question: BallotQuestion, answer: string | undefined): boolean {
  if (answer === undefined) return false;
  const { questionsType, possibleChoiceAnswers = [] } = question;
  if (questionsType === "P" || questionsType === "S") return answerLists[questionsType].has(answer);
  return possibleChoiceAnswers.includes(answer);
}

function tooManyShares(
  questionsId: string,
  answers: Entries<Pick<BallotAnswer, "questionsId" | "sharesElected">>,
  shares: Decimal,
): string[] {
  const elected = answers
    .filter((answer) => answer?.questionsId === questionsId)
    .flatMap((answer) => answer?.sharesElected ?? []);
  const isTooMany = compare(sum(elected), shares) > 0;
  return isTooMany ? [`Question ${questionsId} has more sharesElected than shares held.`] : [];
}

function hasChoices({ questionsType }: Pick<BallotQuestion, "questionsType">): boolean {
  return questionTypes.find(questionsType)?.hasChoices ?? false;
}

function repeated(ids: readonly string[]): string[] {
  const doubles = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...doubles].map((id) => `${id} appears more than once.`);
}
