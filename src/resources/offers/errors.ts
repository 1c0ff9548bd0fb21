// The error codes of private placement offers, in order of precedence. (interface 2.3, 4.3 to 4.5)

export const offerErrors = {
  status: {
    code: "invalid.offerstatus",
    sentence: "The offerstatus is none of the words that select offers.",
  },
  statesTwice: {
    code: "invalid.blue.skyed.states",
    sentence: "A state stands in blueSkyedStates twice.",
  },
  closingDate: {
    code: "invalid.closing.date",
    sentence: "The closing date must be after today in New York.",
  },
  minimumMissing: {
    code: "null.offer.minimum",
    sentence: "The execution type PART_OR_NONE needs an offer minimum.",
  },
  participantsTwice: {
    code: "invalid.participating.firms",
    sentence: "A firm stands in participatingFirms twice.",
  },
  securityForm: {
    code: "offer.security.form.rule",
    sentence: "The security is sent as an object or by its dotted names, not both.",
  },
  issuerSize: {
    code: "offer.issuer.size.rule",
    sentence: "The issuer size must be of the measure of the industry: net asset value or revenue.",
  },
  sizeOfExemption: {
    code: "offer.size.exemption.rule",
    sentence: "The offer size is above the maximum of the exemption.",
  },
  naturalPersons: {
    code: "offer.natural.person.accreditation.rule",
    sentence: "The exemption admits accredited natural persons only.",
  },
  corporations: {
    code: "offer.corporate.accreditation.rule",
    sentence: "The exemption admits accredited corporate accounts only.",
  },
  minimumNotAllowed: {
    code: "offer.minimum.execution.type.rule",
    sentence: "The offer minimum must be null unless the execution type is PART_OR_NONE.",
  },
  minimumAboveSize: {
    code: "offer.minimum.size.rule",
    sentence: "The offer minimum must not be above the offer size.",
  },
  investmentOrder: {
    code: "offer.investment.amount.rule",
    sentence:
      "The smallest investment must not be above the largest, nor that above the offer size.",
  },
  issuingFirm: {
    code: "offer.issuing.firm.rule",
    sentence: "The issuing firm must be a firm that issues securities.",
  },
  issuingRepresentative: {
    code: "offer.issuing.firm.representative.rule",
    sentence: "The representative must be a member of the issuing firm who may use its account.",
  },
  creatingRepresentative: {
    code: "offer.creating.firm.representative.rule",
    sentence: "The representative must be an institutional member of the creating firm.",
  },
  participant: {
    code: "offer.participating.firm.rule",
    sentence: "A participating firm is DEFAULT, IAFIRM or the partner code of a firm.",
  },
  californiaIssuer: {
    code: "offer.exemption.state.rule",
    sentence: "The exemption needs an issuer in California.",
  },
  statesOfExemption: {
    code: "offer.blue.skyed.states.rule",
    sentence: "The exemption needs exactly the issuer's state in blueSkyedStates.",
  },
  tickerTaken: {
    code: "offer.ticker.unique.rule",
    sentence: "Another offer has this ticker.",
  },
  approval: {
    code: "offer.publication.approval.rule",
    sentence:
      "An offer is published once its issuer is under contract, the operator has approved it and " +
      "a hosted document is required and signable.",
  },
} as const;
