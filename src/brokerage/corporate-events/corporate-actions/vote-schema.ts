// The wire shape of a vote. (interface 2.6)
import type { Static } from "typebox";
import { codeList, questionTypes } from "../../../reference/codes.ts";
import { bool, choice, decimal, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";

const VoteChoice = object(
  {
    choiceId: text({ max: 40 }),
    choiceAnswer: optional(
      text({ description: "Type D: one of `possibleChoiceAnswers`, or its place from 0." }),
    ),
    sharesElected: optional(decimal({ places: 5, min: "0", description: "Type C." })),
  },
  { title: "VoteChoice" },
);

const VoteQuestion = object(
  {
    questionId: text({ max: 40, description: "The notice's `questionsId`." }),
    questionType: choice(questionTypes, { description: "The notice's `questionsType`." }),
    answer: optional(text({ description: "Types P and S: a code of their list." })),
    sharesElected: optional(
      decimal({ places: 5, min: "0", description: "Type C with a single choice." }),
    ),
    choices: optional(list(VoteChoice, { max: 1_000 })),
  },
  { title: "VoteQuestion" },
);

/** A holder's request to vote; it replaces the vote that was sent before. */
export const NewVote = object(
  {
    notifid: optional(text({ max: 40, description: "The corporate action of the path." })),
    type: choice(codeList("corporate-action-type"), { description: "The notice's type." }),
    attendingMeeting: optional(
      bool({ description: "Type P: the holder votes at the meeting, and drops all answers." }),
    ),
    questions: optional(
      list(VoteQuestion, { max: 1_000, description: "Each once; an empty list withdraws all." }),
    ),
  },
  {
    title: "NewVote",
    examples: [
      {
        notifid: "CA-2001",
        type: "P",
        questions: [{ questionId: "2", questionType: "P", answer: "0" }],
      },
    ],
  },
);
export type NewVote = Static<typeof NewVote>;
