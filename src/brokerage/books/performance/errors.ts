// The error codes of performance series, in order of precedence. (interface 4.12, 4.13)

export const performanceErrors = {
  dateRange: {
    code: "invalid.daterange",
    sentence: "The range must be two ISO 8601 dates, first and last, separated by a comma.",
  },
} as const;
