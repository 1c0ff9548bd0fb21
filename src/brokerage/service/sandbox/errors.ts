// The error codes of simulation.

export const simulationErrors = {
  size: {
    code: "simulation.size.rule",
    sentence: "More than 1,000 accounts hold the security.",
  },
  resetBusy: {
    code: "simulation.reset.busy.rule",
    sentence: "A load or another reset is running; try again.",
  },
  resetRights: {
    code: "simulation.reset.rights.rule",
    sentence: "The service's login may not empty the store; `bursar sandbox reset` does.",
  },
} as const;
