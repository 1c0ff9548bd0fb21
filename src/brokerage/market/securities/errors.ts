// The error codes of securities other than those of their shapes.

export const listErrors = {
  stale: { code: "invalid.stale", sentence: "Only the operator and advisory firms ask for it." },
  after: { code: "invalid.after", sentence: "The page was not given out for this query." },
} as const;
