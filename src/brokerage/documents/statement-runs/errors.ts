// The error codes of statement runs, in order of precedence. (docs/statements.md)

export const statementRunErrors = {
  period: {
    code: "statementrun.period.rule",
    sentence: "The period ends with a month that is over.",
  },
  notFound: {
    code: "statementrun.not.found",
    sentence: "The firm has no statement run with this id.",
  },
  account: {
    code: "statementrun.account.rule",
    sentence: "An account is not the firm's, or no account has anything to show in the period.",
  },
  books: {
    code: "statementrun.books.rule",
    sentence: "Closes or books end before the period.",
  },
  status: {
    code: "statementrun.status.rule",
    sentence: "The status of the run does not allow this step.",
  },
  person: {
    code: "statementrun.person.rule",
    sentence: "Another person than the one who created the run releases it.",
  },
  sums: {
    code: "statementrun.sums.rule",
    sentence: "The sum of a statement does not close.",
  },
  stale: {
    code: "statementrun.stale.rule",
    sentence:
      "Another statement or report of one of the accounts was released since this run was drawn: discard it and draw it again.",
  },
  document: {
    code: "document.not.found",
    sentence: "There is no document with this id.",
  },
} as const;
