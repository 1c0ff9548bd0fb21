// A notice as it is stored, made from what the operator sent. (interface 2.6)
import type { Decimal } from "@bursar/values/decimal";
import type { CorporateActionRow, QuestionRow } from "./queries.ts";
import { type NewNotice, type NoticeUpdate, storedWarrants } from "./schema.ts";

/** The row of a new notice. */
export function newNotice(
  key: Pick<CorporateActionRow, "accountNumber" | "notifId" | "status">,
  { accountNumber: _, ...sent }: NewNotice,
  held: Decimal,
): CorporateActionRow {
  const empty = {
    activity: null,
    description: null,
    introText: null,
    deadlineAt: null,
    companyWebsite: null,
    financialReport: null,
    proxyStatement: null,
    dutchAuction: null,
    exchangeOffer: null,
    mergerElection: null,
    purchaseOffer: null,
    rightsOffer: null,
    tenderOffer: null,
    warrantsOffer: null,
    eventId: null,
    eventVersion: null,
    isFrozen: false,
    docs: [],
    questions: [],
    answers: [],
  };
  const { type, ticker, issuer, shares = held } = sent;
  return changedNotice({ ...empty, ...key, type, ticker, issuer, shares }, sent);
}

/** A row with what was sent in place of what it had. */
export function changedNotice(
  row: CorporateActionRow,
  sent: Omit<NoticeUpdate, "notifid">,
): CorporateActionRow {
  const { deadline, questions, docs, ...fields } = sent;
  return {
    ...row,
    ...storedWarrants(fields),
    ...(deadline !== undefined && { deadlineAt: deadline }),
    ...(docs !== undefined && { docs }),
    ...(questions !== undefined && { questions: questions.map(questionRow) }),
  };
}

function questionRow(asked: NonNullable<NewNotice["questions"]>[number]): QuestionRow {
  const { choices = null, possibleChoiceAnswers, managementSuggestion = null } = asked;
  return {
    questionsId: asked.questionsId,
    questionsType: asked.questionsType,
    question: asked.question,
    contested: asked.contested,
    managementSuggestion,
    choices,
    possibleChoiceAnswers: possibleChoiceAnswers ?? (choices && []),
  };
}
