// The error codes of uploads, each in order of precedence. (docs/documents.md)

export const uploadErrors = {
  documentData: {
    code: "invalid.document.data",
    sentence:
      "The document is not strict Base64 of 1 byte to 16 MiB of a PDF; proof of identity may also be " +
      "a JPEG or PNG image.",
  },
  notFound: { code: "document.not.found", sentence: "There is no document with this id." },
  bytes: {
    code: "document.bytes.rule",
    sentence: "The firm's signatures and documents have reached the size that may be stored.",
  },
} as const;
