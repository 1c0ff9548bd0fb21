// The error codes of firms, in order of precedence.

export const firmErrors = {
  taxId: { code: "invalid.firm.tax.id", sentence: "A tax id has nine digits." },
  notUpdateable: {
    code: "firm.not.updateable",
    sentence: "The type and the tax id of a firm stay as they are.",
  },
  poBox: {
    code: "group.firm.primary.address.cannot.be.po.box",
    sentence: "The primary address is where the firm is, not a P.O. box.",
  },
  operator: {
    code: "firm.operator.rule",
    sentence: "Only the operator says whether a firm is under contract.",
  },
  representative: {
    code: "group.firm.invalid.representative",
    sentence: "The representative is no client of the firm that manages this one.",
  },
  uniqueTaxId: { code: "firm.tax.id.rule", sentence: "Another firm has this tax id." },
} as const;
