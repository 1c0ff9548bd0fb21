// The error codes of transfers, in order of precedence. (interface 2.5, 4.6)

export const transferErrors = {
  rothYear: {
    code: "invalid.roth.five.year",
    sentence: "The year is not a whole number from 1997 to this year.",
  },
  reasonMissing: {
    code: "null.reason.code",
    sentence: "A rejected transfer needs the reason why it was rejected.",
  },
  fullAssets: {
    code: "acat.full.assets.rule",
    sentence: "A full transfer moves everything: it names no stocks and no cash.",
  },
  partialAssets: {
    code: "acat.partial.assets.rule",
    sentence:
      "A partial transfer names stocks or cash; each stock has an amount or is moved as a whole, " +
      "and so has the cash.",
  },
  notFound: { code: "acat.not.found", sentence: "The account has no transfer with this id." },
  member: { code: "acat.member.rule", sentence: "The member is not an owner of the account." },
  accountType: {
    code: "acat.account.type.rule",
    sentence: "The account at the contra firm is not of the receiving account's type.",
  },
  roth: { code: "acat.roth.rule", sentence: "Only a Roth IRA has such a year." },
  contraFirm: {
    code: "acat.contra.firm.rule",
    sentence: "The list of contra firms has no firm of this name.",
  },
  contraFirmEligible: {
    code: "acat.contra.firm.eligible.rule",
    sentence:
      "A firm that takes part in ACATS delivers full and partial transfers, any other firm " +
      "non-ACAT ones.",
  },
  signatureOwner: {
    code: "acat.signature.owner.rule",
    sentence: "Each owner of the account signs once, and nobody else.",
  },
  duplicate: {
    code: "acat.duplicate.rule",
    sentence:
      "A transfer from this account of the contra firm is under way, and one of the two is full.",
  },
  caller: {
    code: "acat.caller.rule",
    sentence: "A firm may only cancel a transfer.",
  },
  status: {
    code: "acat.status.rule",
    sentence: "This caller cannot give the transfer this status now.",
  },
} as const;
