// The error codes of cash deposits, in order of precedence. (interface 2.9)

export const cashDepositErrors = {
  noAddress: {
    code: "check.address.not.found",
    sentence: "No address for checks of this kind is in force today.",
  },
} as const;
