// The error codes of verifications, in order of precedence.

export const verificationErrors = {
  comment: {
    code: "null.comment",
    sentence:
      "A verdict that is turned into its contrary needs a comment, and so does passing a client " +
      "whose tax id a member of another firm has.",
  },
  status: {
    code: "member.verification.status.rule",
    sentence: "The verification of the member cannot have this status next.",
  },
  owner: {
    code: "member.verification.rule",
    sentence: "An owner of the account is not verified.",
  },
} as const;
