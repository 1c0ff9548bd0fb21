// The error codes of subscriptions, in order of precedence. (interface 2.3)

export const orderErrors = {
  status: {
    code: "invalid.orderstatus",
    sentence: "The orderstatus is not one of the values that select subscriptions.",
  },
  notFound: {
    code: "order.not.found",
    sentence: "There is no subscription with this id in the account or offer, or not in sight.",
  },
  cash: {
    code: "order.cash.rule",
    sentence: "The cash of folio 01 does not cover what was approved beside other placed orders.",
  },
} as const;
