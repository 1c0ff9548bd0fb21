// The error codes of verified accreditation, in order of precedence.

export const accreditationErrors = {
  notFound: {
    code: "accreditation.verification.not.found",
    sentence: "The member's accreditation was never verified.",
  },
  expirationMissing: {
    code: "null.parent.verify.level.expiration.date",
    sentence: "An accredited level has a date of expiration.",
  },
  expiration: {
    code: "invalid.parent.verify.level.expiration.date",
    sentence: "An accredited level, and no other, expires within five years from today.",
  },
  subExpiration: {
    code: "invalid.sub.verify.level.expiration.date",
    sentence: "The further level must not expire after the level.",
  },
  noteMissing: {
    code: "null.verify.note",
    sentence: "The attestation of a third party needs a note.",
  },
  timestamp: {
    code: "invalid.verify.timestamp",
    sentence: "The verification is in the future.",
  },
  subLevel: {
    code: "invalid.accreditation.verification.sublevel",
    sentence: "Only an accredited level has a further level.",
  },
  method: {
    code: "invalid.accreditation.verification.method",
    sentence: "The level cannot be verified by this method.",
  },
  member: {
    code: "accreditation.member.rule",
    sentence: "The member is not a client.",
  },
} as const;
