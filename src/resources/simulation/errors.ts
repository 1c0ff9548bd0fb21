// The error codes of simulation.

export const simulationErrors = {
  size: {
    code: "simulation.size.rule",
    sentence: "More than 1,000 accounts hold the security.",
  },
} as const;
