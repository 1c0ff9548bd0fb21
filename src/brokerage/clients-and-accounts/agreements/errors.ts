// The error codes of customer agreements and of items for attention, each in order of precedence.
// (interface 2.1, 6.3)

export const agreementErrors = {
  notFound: {
    code: "agreement.not.found",
    sentence: "The account has no customer agreement with this id.",
  },
  signatureData: {
    code: "invalid.signature.data",
    sentence:
      "The signature is not strict Base64 of the content that its method and encoding name.",
  },
  drawingTooLarge: {
    code: "invalid.signature.size",
    sentence:
      "An SVG drawing has at most 128 KiB, 8,000 parts (elements, attributes, references, lines, " +
      "escapes), 64 namespaces and 32 levels.",
  },
  signer: {
    code: "agreement.signer.rule",
    sentence: "The member is not an owner of the account.",
  },
  storage: {
    code: "agreement.storage.rule",
    sentence: "The firm's signatures and documents have reached the size that may be stored.",
  },
} as const;

export const itemErrors = {
  statusWord: {
    code: "invalid.ifastatus",
    sentence: "The word is not one by which items can be chosen.",
  },
  signatureMethod: {
    code: "null.signature.method",
    sentence: "A signature needs the method by which it was made.",
  },
  signatureData: { code: "null.signature.data", sentence: "The signature is missing." },
  signatureImageEncoding: {
    code: "null.signature.image.encoding",
    sentence: "An image of a signature needs its encoding.",
  },
  expiration: {
    code: "invalid.expiration.date",
    sentence: "An item does not expire before it starts.",
  },
  notFound: { code: "ifa.not.found", sentence: "The member has no item with this id." },
  account: { code: "ifa.account.rule", sentence: "The member does not own the account." },
  type: { code: "ifa.type.rule", sentence: "This caller makes no items of this type." },
  status: { code: "ifa.status.rule", sentence: "The item has been answered." },
  date: { code: "ifa.date.rule", sentence: "The item is not in force today." },
  action: {
    code: "ifa.action.rule",
    sentence: "This caller does not answer an item of this type in this way.",
  },
  parameter: {
    code: "ifa.parameter.rule",
    sentence: "Agreeing to a new account needs a signature; nothing else takes one.",
  },
  view: { code: "ifa.view.rule", sentence: "The item cannot be viewed any more." },
  forceView: {
    code: "ifa.force.view.rule",
    sentence: "The item must be viewed before it is answered.",
  },
} as const;
