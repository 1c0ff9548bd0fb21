// The error codes of reconciliations, in order of precedence. (interface 4.20)

export const reconciliationErrors = {
  notFound: {
    code: "reconciliationbreak.not.found",
    sentence: "No break of the account stands with this id.",
  },
} as const;
