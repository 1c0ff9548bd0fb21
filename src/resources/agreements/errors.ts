// The error codes of customer agreements, in order of precedence. (interface 2.1)

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
