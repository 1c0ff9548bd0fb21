// The error codes of households, in order of precedence.

export const householdErrors = {
  to: { code: "invalid.accounts.to", sentence: "The last day is before the first." },
  unique: {
    code: "household.unique.rule",
    sentence: "The firm has another household of this name.",
  },
  account: {
    code: "household.account.rule",
    sentence: "An account is not the firm's, or is in a household already on one of the days.",
  },
} as const;
