// The wire shapes of corporate actions and their ballots. (interface 2.6)
import type { Static, TOptional, TSchema, TUnsafe } from "typebox";
import { codeList, questionTypes } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, decimal, instant, instantOrDay, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, list, nullable, nullableText, object, optional } from "../../../values/wire.ts";

type Fields = Readonly<Record<string, TSchema>>;

/** The same fields, each of which may be left out. */
function eachOptional<F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([name, of]) => [name, optional(of)]);
  return Object.fromEntries(entries) as { [Name in keyof F]: TOptional<F[Name]> };
}

/** The same fields of an update, which null empties. */
function eachEmptiable<F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([name, of]) => [name, optional(emptiable(of))]);
  return Object.fromEntries(entries) as {
    [Name in keyof F]: TOptional<TUnsafe<Static<F[Name]> | null>>;
  };
}

const address = (description: string) =>
  text({ max: 2000, pattern: /^https?:\/\/\S+$/, description });
const prose = (description: string) => text({ max: 4000, description });

const BallotChoice = object(
  {
    choiceId: text({ max: 40 }),
    choice: prose("A choice, such as a nominee."),
    managementSuggestion: optional(text()),
  },
  { title: "NewBallotChoice" },
);

const BallotQuestion = object(
  {
    questionsId: text({ max: 40 }),
    questionsType: choice(questionTypes),
    question: prose("The question as holders read it."),
    contested: bool(),
    managementSuggestion: optional(text()),
    choices: optional(list(BallotChoice)),
    possibleChoiceAnswers: optional(list(text())),
  },
  { title: "NewBallotQuestion" },
);
export type BallotQuestion = Static<typeof BallotQuestion>;

const BallotAnswer = object({
  questionsId: text({ max: 40 }),
  choiceId: optional(text({ max: 40 })),
  answer: optional(text()),
  sharesElected: optional(decimal({ places: 5, min: "0" })),
});
export type BallotAnswer = Static<typeof BallotAnswer>;

const type = choice(codeList("corporate-action-type"), {
  description: "Kind of corporate action.",
});
const ticker = text({ description: "Ticker of a security that is loaded." });
const issuer = text({ description: "Name of the company." });
const shares = (description: string) => decimal({ places: 5, min: "0", description });

const words = {
  activity: text({ description: "The event in a few words." }),
  description: prose("The event at length."),
  introText: prose("Text above the questions."),
};

const addresses = {
  companyWebsite: address("Web site of the company."),
  financialReport: address("Financial report."),
  proxyStatement: address("Proxy statement."),
  dutchAuction: address("Terms of a Dutch auction."),
  exchangeOffer: address("Terms of an exchange offer."),
  mergerElection: address("Terms of a merger election."),
  purchaseOffer: address("Terms of a purchase offer."),
  rightsOffer: address("Terms of a rights offer."),
  tenderOffer: address("Terms of a tender offer."),
  warrentsOffer: address("Terms of a warrants offer."),
};

const lists = {
  docs: optional(
    list(
      object(
        { name: text(), url: address("The address of the document.") },
        { title: "NewDocument" },
      ),
      { description: "Further documents: a list of {name, url}." },
    ),
  ),
  questions: optional(
    list(BallotQuestion, {
      description:
        "The ballot: a list of {questionsId, questionsType, question, contested, " +
        "managementSuggestion}; types C and D also have choices, a list of {choiceId, choice, " +
        "managementSuggestion}, and possibleChoiceAnswers, a list of texts.",
    }),
  ),
};

/** A corporate action of an account as it is loaded. */
export const CorporateActionRecord = object({
  accountNumber: text({ description: "The account that holds the security." }),
  notifid: text({ max: 40, description: "Id of the notice, unique within the account." }),
  type,
  status: choice(codeList("corporate-action-status"), {
    description: "The account's status in the corporate action.",
  }),
  ticker,
  issuer,
  ...eachOptional(words),
  shares: shares("Shares that the account holds."),
  deadline: optional(instant({ description: "Until when answers are accepted." })),
  ...eachOptional(addresses),
  ...lists,
  answers: optional(
    list(BallotAnswer, {
      description:
        "The answers: a list of {questionsId, answer}, for type D {questionsId, choiceId, " +
        "answer}, for type C {questionsId, choiceId, sharesElected}.",
    }),
  ),
});

const deadline = () =>
  instantOrDay({ description: "Until when answers are accepted; a day counts to its end." });

/** The operator's request to give a holder notice. */
export const NewNotice = object(
  {
    accountNumber: optional(text({ description: "The account of the path." })),
    type,
    ticker,
    issuer,
    ...eachOptional(words),
    shares: optional(shares("Shares that the account holds; by default its position.")),
    deadline: optional(deadline()),
    ...eachOptional(addresses),
    ...lists,
  },
  {
    title: "NewNotice",
    examples: [
      {
        type: "P",
        ticker: "ACME",
        issuer: "Acme Corporation",
        activity: "Special meeting",
        deadline: "2031-06-30",
        questions: [
          {
            questionsId: "1",
            questionsType: "P",
            question: "Move the seat of the company to Delaware.",
            contested: false,
          },
        ],
      },
    ],
  },
);
export type NewNotice = Static<typeof NewNotice>;

/** The operator's request to change a notice; what is left out stays as it is. */
export const NoticeUpdate = object(
  {
    notifid: optional(text({ max: 40, description: "The corporate action of the path." })),
    ...eachOptional({ type, ticker, issuer, shares: shares("Shares that the account holds.") }),
    ...eachEmptiable(words),
    deadline: optional(emptiable(deadline())),
    ...eachEmptiable(addresses),
    ...lists,
  },
  { title: "NoticeUpdate", examples: [{ deadline: "2031-05-29", activity: null }] },
);
export type NoticeUpdate = Static<typeof NoticeUpdate>;

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
    managementSuggestion: nullableText(),
  },
  { title: "BallotChoice" },
);

/** A question of a ballot; only types C and D have `choices` and `possibleChoiceAnswers`. */
export const Question = Type.Object(
  {
    answered: Type.Boolean({ description: "Whether every choice of it has an answer." }),
    contested: Type.Boolean(),
    managementSuggestion: nullableText(),
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
    activity: nullableText(),
    companyWebsite: link(),
    deadline: nullable(Type.String({ format: "date-time" })),
    description: nullableText(),
    docs: Type.Array(Document),
    dutchAuction: link(),
    eventId: nullableText("The corporate event that it is about; null for one of its own."),
    exchangeOffer: link(),
    financialReport: link(),
    introText: nullableText(),
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

/** Sent fields by the names under which they are stored. */
export function storedWarrants<F extends { readonly warrentsOffer?: string | null }>(fields: F) {
  const { warrentsOffer, ...rest } = fields;
  return warrentsOffer === undefined ? rest : { ...rest, warrantsOffer: warrentsOffer };
}
