// The error codes of loads, in order of precedence. (docs/loading.md)

export const loadErrors = {
  row: {
    code: "load.rule",
    sentence: "The load refuses a file: the field names file, line and column, the message why.",
  },
  busy: {
    code: "load.busy.rule",
    sentence: "Another load is running, and one runs at a time; try again.",
  },
} as const;
