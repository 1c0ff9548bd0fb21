// The error codes of downloads. (docs/documents.md)

export const downloadErrors = {
  notFound: { code: "report.not.found", sentence: "The member has no such paper." },
} as const;
