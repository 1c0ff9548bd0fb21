// How a holder may vote: what was sent against the notice, and the answers that it makes.
// (interface 2.6)

import { compare, type Decimal, sum } from "@bursar/values/decimal";
import { codeList } from "../../../reference/codes.ts";
import { brokenIf, type Problem } from "../../../values/problem.ts";
import { matchesPath } from "../../../values/shape-rule.ts";
import {
  type InForce,
  problemsWhereRestricted,
} from "../../clients-and-accounts/restrictions/account-state.ts";
import { corporateActionErrors as errors } from "./errors.ts";
import { firstStatus } from "./life-cycle.ts";
import type { AnswerRow, CorporateActionRow, QuestionRow } from "./queries.ts";
import { isAnswered } from "./rules.ts";
import type { NewVote } from "./vote-schema.ts";

/** Rules of a vote that need only the request and its path. */
export const rulesOfVote = [matchesPath<NewVote>("notifid", "notifid")];

/** The stored facts about the notice and its account. */
export interface VoteFacts {
  readonly notice: Pick<
    CorporateActionRow,
    "type" | "status" | "deadlineAt" | "shares" | "isFrozen"
  > & {
    readonly questions: readonly QuestionRow[];
  };
  readonly inForce: readonly InForce[];
  readonly now: Date;
}

type Sent = NonNullable<NewVote["questions"]>[number];

/** Problems of a vote that need stored facts, in order of precedence. */
export function problemsWithVote(request: NewVote, facts: VoteFacts): Problem[] {
  const { notice, inForce, now } = facts;
  const { attendingMeeting, questions } = request;
  const asked = (questions ?? []).map((sent) => ({ sent, question: questionOf(sent, notice) }));
  const ids = asked.map(({ sent }) => sent.questionId);
  const known = asked.flatMap(({ sent, question }) => (question ? [{ sent, question }] : []));
  const isOver = notice.status === "Expired" || notice.isFrozen || (notice.deadlineAt ?? now) < now;
  const isOtherType =
    request.type !== notice.type || (attendingMeeting !== undefined && notice.type !== "P");
  const electsShares = known.some(({ question }) => question.questionsType === "C");
  return [
    ...brokenIf(isOver, errors.deadline),
    ...brokenIf(notice.type === "M", errors.mandatory),
    ...brokenIf(isOtherType, errors.type),
    ...brokenIf(known.length < asked.length || new Set(ids).size < ids.length, errors.question),
    ...brokenIf(
      (attendingMeeting === true) === (questions !== undefined) ||
        known.some(({ sent, question }) => answersOf(sent, question) === undefined),
      errors.answer,
    ),
    ...brokenIf(
      known.some(({ sent }) => compare(sum(sharesIn(sent)), notice.shares) > 0),
      errors.shares,
    ),
    ...(electsShares ? problemsWhereRestricted(inForce) : []),
  ];
}

function questionOf(
  { questionId, questionType }: Sent,
  { questions }: VoteFacts["notice"],
): QuestionRow | undefined {
  return questions.find(
    (each) => each.questionsId === questionId && each.questionsType === questionType,
  );
}

function sharesIn({ sharesElected, choices = [] }: Sent): Decimal[] {
  return [sharesElected, ...choices.map((choice) => choice.sharesElected)].flatMap(
    (shares) => shares ?? [],
  );
}

/** The answers of a sound vote, in the order in which they were sent. */
export function answersOfVote(
  { questions = [] }: NewVote,
  { notice }: Pick<VoteFacts, "notice">,
): AnswerRow[] {
  return questions.flatMap((sent) => {
    const question = questionOf(sent, notice);
    return (question && answersOf(sent, question)) ?? [];
  });
}

/** The answers to one question; undefined if they are none that its type takes. */
function answersOf(sent: Sent, question: QuestionRow): AnswerRow[] | undefined {
  const { questionsType } = question;
  if (questionsType === "P" || questionsType === "S") return plainAnswer(sent, questionsType);
  const { answer, sharesElected, choices } = sent;
  const { questionsId, choices: known = [], possibleChoiceAnswers } = question;
  const [only, ...others] = known ?? [];
  if (answer !== undefined) return undefined;
  if (questionsType === "C" && only !== undefined && others.length === 0) {
    if (sharesElected === undefined || choices !== undefined) return undefined;
    return [{ questionsId, choiceId: only.choiceId, answer: null, sharesElected }];
  }
  if (sharesElected !== undefined || choices === undefined) return undefined;
  const ids = choices.map(({ choiceId }) => choiceId);
  if (new Set(ids).size < ids.length) return undefined;
  const answers = choices.map((choice): AnswerRow | undefined => {
    const { choiceId, choiceAnswer, sharesElected: elected } = choice;
    if (!known?.some((each) => each.choiceId === choiceId)) return undefined;
    if (questionsType === "C") {
      if (choiceAnswer !== undefined || elected === undefined) return undefined;
      return { questionsId, choiceId, answer: null, sharesElected: elected };
    }
    const given = answerNamed(choiceAnswer, possibleChoiceAnswers ?? []);
    if (given === undefined || elected !== undefined) return undefined;
    return { questionsId, choiceId, answer: given, sharesElected: null };
  });
  const sound = answers.filter((each) => each !== undefined);
  return sound.length === answers.length ? sound : undefined;
}

const answerLists = { P: codeList("proposal-answer"), S: codeList("say-on-pay-answer") } as const;

function plainAnswer(
  { questionId: questionsId, answer, sharesElected, choices }: Sent,
  questionsType: "P" | "S",
): AnswerRow[] | undefined {
  if (sharesElected !== undefined || choices !== undefined) return undefined;
  if (answer === undefined || !answerLists[questionsType].has(answer)) return undefined;
  return [{ questionsId, choiceId: null, answer, sharesElected: null }];
}

/** One of the possible answers, named by its text or else by its place from 0. */
function answerNamed(given: string | undefined, possible: readonly string[]): string | undefined {
  if (given === undefined || possible.includes(given)) return given;
  return possible.find((_, place) => `${place}` === given);
}

/** The status that a vote gives a notice. */
export function statusOfVote(
  { attendingMeeting }: Pick<NewVote, "attendingMeeting">,
  questions: readonly QuestionRow[],
  answers: readonly AnswerRow[],
): string {
  if (attendingMeeting === true) return "Attending Meeting";
  return isVoted(questions, answers) ? "Voted" : firstStatus;
}

/** Whether there is something to answer, and all of it is answered. */
export function isVoted(questions: readonly QuestionRow[], answers: readonly AnswerRow[]): boolean {
  return questions.length > 0 && questions.every((question) => isAnswered(question, answers));
}
