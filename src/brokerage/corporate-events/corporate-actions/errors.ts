// The error codes of corporate actions, in order of precedence. (interface 2.6)

export const corporateActionErrors = {
  notFound: {
    code: "corporate.action.not.found",
    sentence: "The account has no corporate action with this id.",
  },
  security: {
    code: "corporate.action.security.rule",
    sentence: "There is no security with this ticker.",
  },
  ballot: {
    code: "corporate.action.ballot.rule",
    sentence: "The questions and the answers to them do not make a ballot.",
  },
  deadline: {
    code: "corporate.action.deadline.rule",
    sentence: "The deadline has passed.",
  },
  mandatory: {
    code: "corporate.action.mandatory.rule",
    sentence: "A mandatory corporate action is not voted on.",
  },
  type: {
    code: "corporate.action.type.rule",
    sentence: "The type is not that of the notice, or only meetings are attended.",
  },
  question: {
    code: "corporate.action.question.rule",
    sentence: "The ballot has no such question of this type, or it is answered twice.",
  },
  answer: {
    code: "corporate.action.answer.rule",
    sentence:
      "Questions are answered, as the type of each takes it, unless the holder attends the meeting.",
  },
  shares: {
    code: "corporate.action.shares.rule",
    sentence: "More shares are elected than the account holds.",
  },
} as const;
