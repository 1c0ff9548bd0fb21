// The error codes of holds. (docs/documents.md)

export const retentionErrors = {
  notFound: { code: "document.not.found", sentence: "There is no document with this id." },
} as const;
