// Listing the corporate actions of an account. (interface 4.7)
import type { Context } from "../../platform/context.ts";
import { encodeInstant } from "../../values/dates.ts";
import { fixed } from "../../values/decimal.ts";
import {
  type AnswerRow,
  type CorporateActionRow,
  type QuestionRow,
  selectCorporateActions,
} from "./queries.ts";
import { isAnswered } from "./rules.ts";
import { type CorporateAction, type Question, warrantsOffer } from "./schema.ts";

/** Answers every corporate action of an account, those with the latest deadline first. */
export async function listCorporateActions(
  ctx: Context,
  accountNumber: string,
): Promise<CorporateAction[]> {
  const rows = await selectCorporateActions(ctx.db, accountNumber);
  return rows.map(encodeCorporateAction);
}

function encodeCorporateAction(row: CorporateActionRow): CorporateAction {
  const { notifId, deadlineAt, warrantsOffer: warrants, answers, ...rest } = row;
  return {
    ...rest,
    ...warrantsOffer(warrants),
    notifid: notifId,
    deadline: deadlineAt === null ? null : encodeInstant(deadlineAt),
    shares: fixed(row.shares, 5),
    docs: [...row.docs],
    questions: row.questions.map((question) => encodeQuestion(question, answers)),
  };
}

function encodeQuestion(row: QuestionRow, answers: readonly AnswerRow[]): Question {
  const { choices, possibleChoiceAnswers, ...rest } = row;
  const question = { ...rest, answered: isAnswered(row, answers) };
  if (choices === null) return question;
  return {
    ...question,
    choices: choices.map(({ choice, choiceId, managementSuggestion = null }) => ({
      choice,
      choiceId,
      managementSuggestion,
    })),
    possibleChoiceAnswers: [...(possibleChoiceAnswers ?? [])],
  };
}
