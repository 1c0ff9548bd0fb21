// The content of the audit entries of corporate actions.
import type { Static } from "typebox";
import {
  entryDecimal,
  entryId,
  entryShape,
  ofAccount,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { CorporateAction, Question } from "./schema.ts";

const Answer = Type.Object({
  questionsId: Type.String(),
  choiceId: nullableText(),
  answer: nullableText(),
  sharesElected: nullable(entryDecimal),
});

const status = { notifid: Type.String(), status: Type.String() };
const StatusOfNotice = Type.Object(status);
const Vote = Type.Object({ ...status, answers: Type.Array(Answer) });

const { choices: _, possibleChoiceAnswers: __, ...ofEvery } = Question.properties;

/** A notice as it is answered; a question has choices and possible answers, or neither. */
const Answered = Type.Object({
  ...CorporateAction.properties,
  questions: Type.Array(
    Type.Union([Type.Object(ofEvery), Type.Required(Type.Object(Question.properties))]),
  ),
});
export type Answered = Static<typeof Answered>;

const Notice = Type.Object({ ...status, record: Answered });

/** A vote that replaced the one before. */
export const replaceVoteEntry = entryShape("replaceVote", {
  subject: ofAccount,
  before: Vote,
  after: Vote,
});

/** A notice that was given. */
export const createNoticeEntry = entryShape("createNotice", {
  subject: ofAccount,
  after: Notice,
});

/** A notice that was changed. */
export const updateNoticeEntry = entryShape("updateNotice", {
  subject: ofAccount,
  before: Notice,
  after: Notice,
});

/** The items that notify members of the account. */
const Items = Type.Object({ itemsCreated: Type.Array(entryId) });

/** A notice of a corporate event that a holder was given, that follows its terms or the position, or that ends. */
export const tellHolderEntry = entryShape("tellHolder", {
  subject: ofAccount,
  before: Type.Optional(Notice),
  after: Notice,
  /** Of a new notice. */
  detail: Type.Optional(Items),
});

/** A choice whose deadline is near, of which the members were notified again. */
export const remindHolderEntry = entryShape("remindHolder", {
  subject: ofAccount,
  after: Type.Object({ notifid: Type.String() }),
  detail: Items,
});

/** A notice whose deadline has passed. */
export const expireNoticeEntry = entryShape("expireNotice", {
  subject: ofAccount,
  before: StatusOfNotice,
  after: StatusOfNotice,
});
