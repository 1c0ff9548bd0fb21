// Listing the corporate actions of an account. (interface 4.7)

import { encodeInstant } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import {
  type AnswerRow,
  type CorporateActionRow,
  type QuestionRow,
  selectCorporateActions,
} from "./queries.ts";
import { isAnswered } from "./rules.ts";
import { type CorporateAction, type Question, warrantsOffer } from "./schema.ts";

/** Every corporate action of an account, those with the latest deadline first. */
export async function listCorporateActions(
  { db }: Context,
  accountNumber: string,
): Promise<CorporateAction[]> {
  const rows = await selectCorporateActions(db, accountNumber);
  return rows.map(encodeCorporateAction);
}

/** A corporate action in the interface's terms. */
export function encodeCorporateAction(row: CorporateActionRow): CorporateAction {
  return {
    activity: row.activity,
    companyWebsite: row.companyWebsite,
    deadline: row.deadlineAt === null ? null : encodeInstant(row.deadlineAt),
    description: row.description,
    docs: row.docs.map(({ name, url }) => ({ name, url })),
    dutchAuction: row.dutchAuction,
    eventId: row.eventId,
    exchangeOffer: row.exchangeOffer,
    financialReport: row.financialReport,
    introText: row.introText,
    issuer: row.issuer,
    mergerElection: row.mergerElection,
    notifid: row.notifId,
    proxyStatement: row.proxyStatement,
    purchaseOffer: row.purchaseOffer,
    questions: row.questions.map((question) => encodeQuestion(question, row.answers)),
    rightsOffer: row.rightsOffer,
    shares: fixed(row.shares, 5),
    status: row.status,
    tenderOffer: row.tenderOffer,
    ticker: row.ticker,
    type: row.type,
    ...warrantsOffer(row.warrantsOffer),
  };
}

function encodeQuestion(row: QuestionRow, answers: readonly AnswerRow[]): Question {
  const { choices, possibleChoiceAnswers } = row;
  const question = {
    answered: isAnswered(row, answers),
    contested: row.contested,
    managementSuggestion: row.managementSuggestion,
    question: row.question,
    questionsId: row.questionsId,
    questionsType: row.questionsType,
  };
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
