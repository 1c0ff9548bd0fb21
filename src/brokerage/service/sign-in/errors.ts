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
  staff: {
    code: "console.staff.not.found",
    sentence: "The firm has no member of staff with this login id.",
  },
  colleague: {
    code: "console.link.colleague.rule",
    sentence:
      "This person may approve what you have done, and gets links from the operator alone; the operator's people from `bursar console link`.",
  },
  linkRights: {
    code: "console.link.rights.rule",
    sentence: "The person's API user may do more than you may.",
  },
  session: {
    code: "console.session.not.found",
    sentence: "There is no open session of this id or login id, no unused link and no identity.",
  },
} as const;
