// The error codes that wire types themselves give, whatever the resource, in order of precedence.

export const valueErrors = {
  value: {
    code: "invalid.value",
    sentence: "The text contains a control character, U+0000 or half of a surrogate pair.",
  },
  date: { code: "invalid.date", sentence: "The value is not a calendar date in ISO 8601." },
  choice: { code: "invalid.choice", sentence: "The value is not in the field's code list." },
  stateCode: {
    code: "invalid.statecode",
    sentence: "The value is not a two-letter state code accepted here.",
  },
  zipCode: { code: "invalid.zipcode", sentence: "The value is not a ZIP code." },
  tooMany: {
    code: "too.many.problems",
    sentence: "There are more problems than a response lists; correct these first.",
  },
  uriMatching: {
    code: "uri.matching.rule",
    sentence: "An id in the body differs from the one in the path.",
  },
  ssn: { code: "invalid.ssn", sentence: "The value is not a social security number." },
} as const;
