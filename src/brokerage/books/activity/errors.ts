// The error codes of activity, in order of precedence.
import { rangeError } from "../../../values/date-range.ts";

export const activityErrors = {
  dateRange: rangeError,
  format: {
    code: "transaction.format.rule",
    sentence: "CSV has every transaction of a range: no other filter goes with it.",
  },
  size: {
    code: "transaction.size.rule",
    sentence: "There are more than 1,000,000 transactions: ask for a shorter range.",
  },
  notFound: {
    code: "transaction.not.found",
    sentence: "The account has no transaction with this id.",
  },
} as const;
