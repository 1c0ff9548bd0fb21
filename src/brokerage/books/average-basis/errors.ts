// The error codes of average basis, in order of precedence. (interface 4.25)

export const averageBasisErrors = {
  security: { code: "security.not.found", sentence: "There is no security with this id." },
  account: {
    code: "averagebasis.account.rule",
    sentence: "Only a taxable account elects average basis.",
  },
  kind: {
    code: "averagebasis.security.rule",
    sentence:
      "Average basis is for funds, and for stock from the first day of its reinvestment plan, " +
      "`planSince`.",
  },
  election: {
    code: "averagebasis.election.rule",
    sentence: "The election does not fit what is in force: the message says why.",
  },
} as const;
