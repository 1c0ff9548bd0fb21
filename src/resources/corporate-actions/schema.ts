// The wire shapes of corporate actions and their ballots. (interface 2.6)
import Type, { type Static } from "typebox";
import { codeList, questionTypes } from "../../reference/codes.ts";
import { codeFrom } from "../../values/contract-form.ts";
import { bool, choice, decimal, instant, text } from "../../values/scalars.ts";
import { list, nullable, object, optional } from "../../values/wire.ts";

const address = (description: string) =>
  text({ max: 2000, pattern: /^https?:\/\/\S+$/, description });
const prose = (description: string) => text({ max: 4000, description });

const BallotChoice = object({
  choiceId: text({ max: 40 }),
  choice: prose("A choice, such as a nominee."),
  managementSuggestion: optional(text()),
});

const BallotQuestion = object({
  questionsId: text({ max: 40 }),
  questionsType: choice(questionTypes),
  question: prose("The question as holders read it."),
  contested: bool(),
  managementSuggestion: optional(text()),
  choices: optional(list(BallotChoice)),
  possibleChoiceAnswers: optional(list(text())),
});
export type BallotQuestion = Static<typeof BallotQuestion>;

const BallotAnswer = object({
  questionsId: text({ max: 40 }),
  choiceId: optional(text({ max: 40 })),
  answer: optional(text()),
  sharesElected: optional(decimal({ places: 5, min: "0" })),
});
export type BallotAnswer = Static<typeof BallotAnswer>;

/** A corporate action of an account as it is loaded. */
export const CorporateActionRecord = object({
  accountNumber: text({ description: "The account that holds the security." }),
  notifid: text({ max: 40, description: "Id of the notice, unique within the account." }),
  type: choice(codeList("corporate-action-type"), { description: "Kind of corporate action." }),
  status: choice(codeList("corporate-action-status"), {
    description: "The account's status in the corporate action.",
  }),
  ticker: text({ description: "Ticker of a security that is loaded." }),
  issuer: text({ description: "Name of the company." }),
  activity: optional(text({ description: "What happens, in a few words." })),
  description: optional(prose("What happens, at length.")),
  introText: optional(prose("Text above the questions.")),
  shares: decimal({ places: 5, min: "0", description: "Shares that the account holds." }),
  deadline: optional(instant({ description: "Until when answers are accepted." })),
  companyWebsite: optional(address("Web site of the company.")),
  financialReport: optional(address("Financial report.")),
  proxyStatement: optional(address("Proxy statement.")),
  dutchAuction: optional(address("Terms of a Dutch auction.")),
  exchangeOffer: optional(address("Terms of an exchange offer.")),
  mergerElection: optional(address("Terms of a merger election.")),
  purchaseOffer: optional(address("Terms of a purchase offer.")),
  rightsOffer: optional(address("Terms of a rights offer.")),
  tenderOffer: optional(address("Terms of a tender offer.")),
  warrentsOffer: optional(address("Terms of a warrants offer.")),
  docs: optional(
    list(object({ name: text(), url: address("The address of the document.") }), {
      description: "Further documents: a list of {name, url}.",
    }),
  ),
  questions: optional(
    list(BallotQuestion, {
      description:
        "The ballot: a list of {questionsId, questionsType, question, contested, " +
        "managementSuggestion}; types C and D also have choices, a list of {choiceId, choice, " +
        "managementSuggestion}, and possibleChoiceAnswers, a list of texts.",
    }),
  ),
  answers: optional(
    list(BallotAnswer, {
      description:
        "The answers: a list of {questionsId, answer}, for type D {questionsId, choiceId, " +
        "answer}, for type C {questionsId, choiceId, sharesElected}.",
    }),
  ),
});

/** The columns of a loaded record whose names are not the field's. */
export const corporateActionColumns = {
  notifid: "notif_id",
  deadline: "deadline_at",
  warrentsOffer: "warrants_offer",
} as const;

const Choice = Type.Object(
  {
    choice: Type.String(),
    choiceId: Type.String(),
    managementSuggestion: nullable(Type.String()),
  },
  { title: "BallotChoice" },
);

/** A question of a ballot; only types C and D have `choices` and `possibleChoiceAnswers`. */
export const Question = Type.Object(
  {
    answered: Type.Boolean({ description: "Whether every choice of it has an answer." }),
    contested: Type.Boolean(),
    managementSuggestion: nullable(Type.String()),
    question: Type.String(),
    questionsId: Type.String(),
    questionsType: codeFrom(questionTypes),
    choices: Type.Optional(Type.Array(Choice)),
    possibleChoiceAnswers: Type.Optional(Type.Array(Type.String())),
  },
  { title: "BallotQuestion" },
);
export type Question = Static<typeof Question>;

const Document = Type.Object(
  { name: Type.String(), url: Type.String({ format: "uri" }) },
  { title: "CorporateActionDocument" },
);

const link = () => nullable(Type.String({ format: "uri" }));

/** A corporate action as it is answered. */
export const CorporateAction = Type.Object(
  {
    activity: nullable(Type.String()),
    companyWebsite: link(),
    deadline: nullable(Type.String({ format: "date-time" })),
    description: nullable(Type.String()),
    docs: Type.Array(Document),
    dutchAuction: link(),
    exchangeOffer: link(),
    financialReport: link(),
    introText: nullable(Type.String()),
    issuer: Type.String(),
    mergerElection: link(),
    notifid: Type.String(),
    proxyStatement: link(),
    purchaseOffer: link(),
    questions: Type.Array(Question),
    rightsOffer: link(),
    shares: Type.String({ description: "Shares held, with 5 places." }),
    status: codeFrom(codeList("corporate-action-status")),
    tenderOffer: link(),
    ticker: Type.String(),
    type: codeFrom(codeList("corporate-action-type")),
    warrentsOffer: link(),
  },
  { title: "CorporateAction" },
);
export type CorporateAction = Static<typeof CorporateAction>;

/** The field of the wire for the terms of a warrants offer. */
export function warrantsOffer(address: string | null): Pick<CorporateAction, "warrentsOffer"> {
  return { warrentsOffer: address };
}
