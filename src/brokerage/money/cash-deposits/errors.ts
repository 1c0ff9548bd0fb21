// The error codes of cash deposits, in order of precedence. (interface 2.9)

export const cashDepositErrors = {
  noAddress: {
    code: "check.address.not.found",
    sentence: "There is currently no address for checks of this kind.",
  },
  noEft: {
    code: "eft.instructions.not.found",
    sentence: "There are currently no instructions for electronic transfers.",
  },
  noWire: {
    code: "wire.instructions.not.found",
    sentence: "There are currently no instructions for wires.",
  },
} as const;
