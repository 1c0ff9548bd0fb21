// The error codes of balances other than those of their shapes.

export const balanceErrors = {
  asOf: { code: "invalid.asof", sentence: "The value is no date, or lies ahead." },
  after: { code: "invalid.after", sentence: "The page was not given out for this query." },
} as const;
