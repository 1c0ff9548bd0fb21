// The error codes of subscriptions to models, in order of precedence. (interface 4.23)

export const modelSubscriptionErrors = {
  notFound: {
    code: "model.subscription.not.found",
    sentence: "The folio is not subscribed to a model.",
  },
  model: {
    code: "model.subscription.model.rule",
    sentence: "The firm sees no published model of this folio.",
  },
  program: {
    code: "model.subscription.program.rule",
    sentence: "The program must be one of the model's, and absent if it has none.",
  },
  exclusion: {
    code: "model.subscription.exclusion.rule",
    sentence: "The account excludes every security of the model.",
  },
} as const;
