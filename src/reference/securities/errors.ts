// The error codes of securities.

export const securityErrors = {
  notFound: { code: "security.not.found", sentence: "There is no such security in sight." },
} as const;
