// The error codes of changes of folios, in order of precedence. (interface 4.17)

export const folioChangeErrors = {
  count: {
    code: "folio.count.rule",
    sentence: "The account has a folio of every number up to 99.",
  },
  fixed: {
    code: "folio.fixed.rule",
    sentence: "Cash, the holdings outside folios and a closed folio do not change.",
  },
  close: {
    code: "folio.close.rule",
    sentence: "Only a folio without shares, cash and a subscription to a model can be closed.",
  },
  benchmark: {
    code: "folio.benchmark.rule",
    sentence:
      "A benchmark must be a ticker, `account:` and a number, `model:` and a `modelOid`, or `security:` " +
      "and its id, of something that you see.",
  },
} as const;
