// The error codes of permissions, in order of precedence. (interface 2.16)

export const permissionErrors = {
  alertLevel: {
    code: "account.permission.alert.level.rule",
    sentence: "An account manager receives all alerts.",
  },
  existence: {
    code: "account.permission.existence.rule",
    sentence: "The member has no permission on the account.",
  },
  creator: {
    code: "account.permission.for.account.creator.rule",
    sentence: "The permission of the account's creator is neither given, changed nor taken.",
  },
  member: {
    code: "account.permission.member.rule",
    sentence: "Only a member of the account's firm who does not own the account can be permitted.",
  },
  unique: {
    code: "account.permission.unique.rule",
    sentence: "The member has a permission on the account already.",
  },
} as const;
