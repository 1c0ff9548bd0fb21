// The error codes of closing prices.

export const priceErrors = {
  security: { code: "security.not.found", sentence: "There is no security with this id." },
} as const;
