// The error codes of performance reports.

export const performanceReportErrors = {
  to: { code: "invalid.to", sentence: "The value is not the last day of a month that is over." },
} as const;
