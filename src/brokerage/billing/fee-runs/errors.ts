// The error codes of fee runs and refunds, in order of precedence. (docs/billing.md)

export const feeRunErrors = {
  reasonMissing: { code: "null.reason", sentence: "A reason is required." },
  commentMissing: { code: "null.comment", sentence: "A comment is required." },
  period: {
    code: "feerun.period.rule",
    sentence: "No plan has a period that ends on this day and may be billed now.",
  },
  paidDate: { code: "invalid.paid.date", sentence: "The day has not come." },
  notFound: { code: "feerun.not.found", sentence: "The firm has no fee run with this id." },
  itemNotFound: {
    code: "feerun.item.not.found",
    sentence: "The run has no item of this account.",
  },
  account: {
    code: "feerun.account.rule",
    sentence: "An account or a plan is not the firm's, or no plan bills it in this period.",
  },
  overlap: {
    code: "feerun.overlap.rule",
    sentence: "Days of the period are billed by another run.",
  },
  status: {
    code: "feerun.status.rule",
    sentence: "The run or the item cannot be changed so from its status.",
  },
  adjustment: {
    code: "feerun.adjustment.rule",
    sentence: "An adjusted amount lies between 0.00 and what was computed.",
  },
  person: {
    code: "feerun.person.rule",
    sentence: "Another person than those who created or adjusted the run decides on it.",
  },
  stale: {
    code: "feerun.stale.rule",
    sentence: "Facts, closes or terms have changed since the run was computed: compute it again.",
  },
} as const;

export const feeRefundErrors = {
  reasonMissing: feeRunErrors.reasonMissing,
  transaction: {
    code: "feerefund.transaction.rule",
    sentence: "The account has no such fee in force.",
  },
  amount: {
    code: "feerefund.amount.rule",
    sentence: "The amount is above what is left of the fee.",
  },
} as const;
