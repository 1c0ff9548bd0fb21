// The error codes of audit entries other than those of their shapes. (interface 4.24)

export const auditEntryErrors = {
  after: { code: "invalid.after", sentence: "The page was not given out for this query." },
} as const;
