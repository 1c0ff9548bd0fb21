// The error codes of restrictions, in order of precedence. (interface 2.10)

export const restrictionErrors = {
  notFound: {
    code: "restriction.not.found",
    sentence: "The account has no restriction with this id.",
  },
  reason: {
    code: "restriction.reason.rule",
    sentence: "This caller may not place a restriction for this reason.",
  },
  alreadyInForce: {
    code: "restriction.unique.rule",
    sentence: "A restriction of this type and reason is already in force.",
  },
  lift: {
    code: "restriction.lift.rule",
    sentence: "This caller may not lift a restriction that stands for this reason.",
  },
  restricted: {
    code: "account.restricted.rule",
    sentence: "A restriction in force does not allow this.",
  },
} as const;
