// The error codes of uploads, each in order of precedence. (docs/documents.md)

export const uploadErrors = {
  notFound: { code: "document.not.found", sentence: "There is no document with this id." },
  bytes: {
    code: "document.bytes.rule",
    sentence: "The firm's signatures and documents have reached the size that may be stored.",
  },
} as const;
