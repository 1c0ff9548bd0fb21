// How corporate actions are loaded, with their documents, ballots and answers.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { firmOfAccount } from "../../clients-and-accounts/accounts/reads.ts";
import { rulesOfAnswers, rulesOfQuestions } from "./rules.ts";
import { CorporateActionRecord, corporateActionColumns } from "./schema.ts";

const parent = ["account_number", "notif_id"] as const;

/** The file `corporate-actions`. */
export const corporateActionKind = loadKind({
  name: "corporate-actions",
  about:
    "Corporate actions as they concern one account. Without `answers` the stored answers stay " +
    "as they are; with `answers`, the row has `questions` too.",
  columns: CorporateActionRecord,
  table: "corporate_action",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "notifid"],
  fields: corporateActionColumns,
  references: [
    { fields: ["accountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["ticker"], table: "security", columns: ["ticker"] },
  ],
  lists: [
    {
      field: "docs",
      table: "corporate_action_doc",
      parent,
      columns: ["position", "name", "url"],
      rows: ({ docs = [] }) => docs.map((doc, index) => ({ position: index + 1, ...doc })),
    },
    {
      field: "questions",
      table: "corporate_action_question",
      parent,
      columns: [
        "position",
        "questions_id",
        "questions_type",
        "question",
        "contested",
        "management_suggestion",
        "choices",
        "possible_choice_answers",
      ],
      rows: ({ questions = [] }) =>
        questions.map((asked, index) => ({
          position: index + 1,
          questions_id: asked.questionsId,
          questions_type: asked.questionsType,
          question: asked.question,
          contested: asked.contested,
          management_suggestion: asked.managementSuggestion,
          choices: asked.choices,
          possible_choice_answers: asked.possibleChoiceAnswers ?? (asked.choices && []),
        })),
    },
    {
      field: "answers",
      table: "corporate_action_answer",
      parent,
      columns: ["position", "questions_id", "choice_id", "answer", "shares_elected"],
      rows: ({ answers = [] }) =>
        answers.map((given, index) => ({
          position: index + 1,
          questions_id: given.questionsId,
          choice_id: given.choiceId,
          answer: given.answer,
          shares_elected: given.sharesElected,
        })),
    },
  ],
  rules: [...rulesOfQuestions, ...rulesOfAnswers],
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,notifid,type,status,ticker,issuer,shares,deadline,questions",
    "RA1234ABCD,CA-1,P,New,ACME,Acme Corporation,40.00000,2031-05-14T23:59:00-04:00," +
      '"[{""questionsId"":""1"",""questionsType"":""P"",""question"":""Ratify the auditor"",' +
      '""contested"":false}]"',
  ].join("\n"),
});
