// The error codes of performance series, in order of precedence. (interface 4.12, 4.13)

export const performanceErrors = {
  dateRange: {
    code: "invalid.daterange",
    sentence: "The range must be two ISO 8601 dates, first and last, separated by a comma.",
  },
  benchmark: {
    code: "benchmark.not.found",
    sentence: "There is no such account, model or security to compare with.",
  },
} as const;
