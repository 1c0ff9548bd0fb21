// The error codes of all kinds of documents. (docs/documents.md)

export const documentErrors = {
  altered: {
    code: "document.altered.rule",
    sentence: "The document is not as it was stored.",
  },
} as const;
