// The error codes of API users and their keys, in order of precedence.

export const apiUserErrors = {
  apiUser: { code: "api.user.not.found", sentence: "There is no API user with this id." },
  boundMember: {
    code: "api.user.bound.member.rule",
    sentence: "A key can be bound only to a member of its API user's firm.",
  },
  age: {
    code: "session.age.rule",
    sentence: "You signed in more than five minutes ago: sign in again to make this change.",
  },
  rights: {
    code: "api.user.rights.rule",
    sentence: "The API user may do more than you may, or acts as somebody else.",
  },
  key: { code: "api.key.not.found", sentence: "There is no valid key with this id." },
} as const;
