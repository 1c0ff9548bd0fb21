// Rules of a notice, and of the vote that remains when the notice changes. (interface 2.6)
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { checkShape, matchesPath } from "../../../values/shape-rule.ts";
import { corporateActionErrors as errors } from "./errors.ts";
import { firstStatus } from "./life-cycle.ts";
import type { AnswerRow, CorporateActionRow, QuestionRow } from "./queries.ts";
import { rulesOfAnswers, rulesOfQuestions } from "./rules.ts";
import type { NewNotice, NoticeUpdate } from "./schema.ts";
import { isVoted } from "./vote-rules.ts";

/** Rules of a new notice that need only the request and its path. */
export const rulesOfNewNotice = [matchesPath<NewNotice>("accountNumber", "accountnumber")];

/** Rules of a changed notice that need only the request and its path. */
export const rulesOfNoticeUpdate = [matchesPath<NoticeUpdate>("notifid", "notifid")];

/** Problems of a notice as it would stand: its security, and its ballot, which a load refuses alike. */
export function problemsWithNotice(
  notice: Pick<CorporateActionRow, "shares" | "questions" | "answers">,
  hasSecurity: boolean,
): Problem[] {
  const questions = notice.questions.map(withoutNulls);
  const answers = notice.answers.map(withoutNulls);
  const ballot = { questions, answers, shares: notice.shares };
  const faults = checkShape([...rulesOfQuestions, ...rulesOfAnswers], ballot, undefined, []);
  return [
    ...(hasSecurity ? [] : [ruleProblem(errors.security)]),
    ...faults.map(({ reason }) => ({ ...ruleProblem(errors.ballot), message: reason })),
  ];
}

/** A row with what is null left out, as a record has it. */
function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** The answers to questions that a change has left as they were; another wording of the question, or
 * of what the management suggests, leaves what is chosen. */
export function answersThatRemain(
  answers: readonly AnswerRow[],
  before: readonly QuestionRow[],
  after: readonly QuestionRow[],
): AnswerRow[] {
  const asked = (questions: readonly QuestionRow[], id: string) => {
    const question = questions.find(({ questionsId }) => questionsId === id);
    const { questionsType, choices, possibleChoiceAnswers } = question ?? {};
    const chosen = choices?.map(({ choiceId, choice }) => [choiceId, choice]);
    return JSON.stringify([questionsType, chosen, possibleChoiceAnswers]);
  };
  return answers.filter(({ questionsId: id }) => asked(before, id) === asked(after, id));
}

/** The status of a notice once a request has changed it; one that is expired opens again when the
 * request gives it another deadline, which has not passed. */
export function statusOfNotice(
  { status, questions, answers }: Pick<CorporateActionRow, "status" | "questions" | "answers">,
  deadline: { readonly stored: Date | null; readonly given: Date | null },
  now: Date,
): string {
  if (status === "Expired") {
    const { stored, given } = deadline;
    const isOther = given?.getTime() !== stored?.getTime();
    return isOther && given !== null && given >= now ? firstStatus : status;
  }
  return status === "Voted" && !isVoted(questions, answers) ? firstStatus : status;
}
