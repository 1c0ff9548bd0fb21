// The error codes of signing in, in order of precedence.

export const consoleErrors = {
  person: {
    code: "console.person.not.found",
    sentence: "There is nobody with this login id whose firm has an API user.",
  },
  apiUser: {
    code: "console.api.user.rule",
    sentence: "The person cannot act as this API user: it is another firm's or another member's.",
  },
  apiUserChoice: {
    code: "console.api.user.choice.rule",
    sentence: "No one of the firm's API users may do all that the others may: name one.",
  },
  session: {
    code: "console.session.not.found",
    sentence: "There is no open session of this id or login id, no unused link and no identity.",
  },
} as const;
