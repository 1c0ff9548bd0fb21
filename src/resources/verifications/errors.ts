// The error codes of verifications, in order of precedence.

export const verificationErrors = {
  comment: {
    code: "null.comment",
    sentence: "Turning a verdict into its contrary needs a comment.",
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
