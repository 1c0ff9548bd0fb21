// The error codes of activity, in order of precedence.

export const activityErrors = {
  dateRange: {
    code: "invalid.daterange",
    sentence:
      "The range must be two dates, first and last, separated by a comma, or a code such as `30d`; it " +
      "has ten years at most.",
  },
  format: {
    code: "transaction.format.rule",
    sentence: "CSV has every transaction of a range: no other filter goes with it.",
  },
  size: {
    code: "transaction.size.rule",
    sentence: "There are more than 1,000,000 transactions: ask for a shorter range.",
  },
  notFound: {
    code: "transaction.not.found",
    sentence: "The account has no transaction with this id.",
  },
} as const;
