// The error codes of reported tax lots, in order of precedence. (interface 4.8)

export const taxLotErrors = {
  taxYear: {
    code: "invalid.tax.year",
    sentence: "The tax year must have four digits and be before the current year.",
  },
  nonTaxable: {
    code: "account.non.taxable",
    sentence: "Reportable taxes are not available for the non-taxable account.",
  },
  notReported: {
    code: "tax.data.not.found",
    sentence: "Tax data is currently not available.",
  },
  versionNotFound: {
    code: "tax.version.not.found",
    sentence: "The tax year has no such version.",
  },
  lotNotFound: {
    code: "tax.lot.not.found",
    sentence: "The account has no such tax lot.",
  },
} as const;
