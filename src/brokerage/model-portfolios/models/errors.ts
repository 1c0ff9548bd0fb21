// The error codes of models, in order of precedence. (interface 2.8)

export const modelErrors = {
  weights: {
    code: "model.weights.rule",
    sentence: "The target weights must add up to 100.00.",
  },
  uniqueWeights: {
    code: "model.weights.unique.rule",
    sentence: "A security must appear once among the target weights.",
  },
  folioNumber: {
    code: "model.folio.number.rule",
    sentence: "The folio number is not the model's.",
  },
  unique: {
    code: "model.unique.rule",
    sentence: "The firm has another model with this folioName.",
  },
  security: {
    code: "model.security.rule",
    sentence: "Each ticker must be that of a security, and of no index: nobody can buy one.",
  },
  program: {
    code: "model.program.rule",
    sentence: "The firm does not take part in each of these programs.",
  },
  subscribed: {
    code: "model.subscribed.rule",
    sentence: "A model to which folios are subscribed stays published.",
  },
  benchmark: {
    code: "model.benchmark.rule",
    sentence: "The benchmarkItem must be the ticker of a security or index that everybody sees.",
  },
} as const;
