// The error code of a comparison. (interface 4.14)

export const benchmarkErrors = {
  notFound: {
    code: "benchmark.not.found",
    sentence: "There is no such account, model or security to compare with.",
  },
} as const;
