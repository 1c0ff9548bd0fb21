// The error codes of billing plans, in order of precedence. (interface 6.1)

export const billingPlanErrors = {
  notFound: {
    code: "billing.plan.not.found",
    sentence: "The firm has no billing plan with this id, or does not disclose it.",
  },
} as const;
