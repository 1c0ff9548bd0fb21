// The error codes of holds. (docs/documents.md)

export const retentionErrors = {
  reason: { code: "null.reason", sentence: "A hold is placed or lifted for a reason." },
  notFound: { code: "document.not.found", sentence: "There is no document with this id." },
} as const;
