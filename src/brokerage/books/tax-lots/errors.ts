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
  saleDate: {
    code: "invalid.sale.date",
    sentence: "A sale can be tried for today in New York or a day up to ten years after it.",
  },
  securityNotHeld: {
    code: "security.not.held",
    sentence: "The account holds no share of the security.",
  },
  sharesNotHeld: {
    code: "sale.shares.not.held",
    sentence: "More shares would be sold than are held.",
  },
  priceUnknown: {
    code: "sale.price.unknown",
    sentence: "The security has no last price: one is to be sent.",
  },
  lotsNotNamed: {
    code: "named.lots.not.applicable",
    sentence: "Lots cannot be named in a non-taxable account.",
  },
  namedSum: {
    code: "named.lots.sum",
    sentence: "The named shares do not add up to the shares that would be sold.",
  },
  namedNotHeld: {
    code: "named.lots.not.held",
    sentence: "Fewer shares are held of a named lot.",
  },
} as const;
