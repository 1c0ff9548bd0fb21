// The error codes of members, in order of precedence.

export const memberErrors = {
  firmOidMissing: {
    code: "null.firm.oid",
    sentence: "The operator says for which firm the member is.",
  },
  dateOfBirthMissing: {
    code: "null.date.of.birth",
    sentence: "A client has a date of birth.",
  },
  tidMissing: { code: "null.tid", sentence: "A client has a tax id." },
  primaryAddressMissing: {
    code: "null.primary.address",
    sentence: "A client has a primary address.",
  },
  citizenshipMissing: { code: "null.citizenship", sentence: "A client has a citizenship." },
  employmentStatusMissing: {
    code: "null.employment.status",
    sentence: "A client has an employment status.",
  },
  citizenship: {
    code: "invalid.citizenship",
    sentence: "Only citizens and resident aliens are accepted: C or R.",
  },
  notUpdateable: {
    code: "member.not.updateable",
    sentence: "The field cannot be updated through the interface.",
  },
  operator: {
    code: "member.operator.rule",
    sentence: "Only the operator adds staff, or members of another firm.",
  },
  staffAddress: {
    code: "member.staff.email.rule",
    sentence: "The email address of staff is changed by an administrator or the person, signed in.",
  },
  telephone: {
    code: "member.telephone.rule",
    sentence: "A client has at least one telephone number.",
  },
  poBox: {
    code: "member.primary.address.cannot.be.po.box",
    sentence: "The primary address is where the member lives, not a P.O. box.",
  },
  legalAge: {
    code: "member.legal.age.state.rule",
    sentence: "The person is not of legal age in its state.",
  },
  firm: {
    code: "member.firm.rule",
    sentence: "There is no such firm; a client is one of an institutional firm.",
  },
  ownCompanies: {
    code: "member.tenpct.security.rule",
    sentence: "A company's ticker is that of no security.",
  },
  uniqueLoginId: {
    code: "member.unique.login.id",
    sentence: "Another member has this login id, ignoring case.",
  },
  uniqueSsn: {
    code: "member.unique.ssn.rule",
    sentence: "Another member of the firm has this tax id.",
  },
} as const;
