// The error codes of private placement offers, in order of precedence. (interface 2.3, 4.3 to 4.5)

export const offerErrors = {
  status: {
    code: "invalid.offerstatus",
    sentence: "The offerstatus is not one of the values that select offers.",
  },
  documentNotFound: {
    code: "offer.document.not.found",
    sentence: "The offer has no document with this id and version.",
  },
  notUpdateable: {
    code: "offer.not.updateable",
    sentence: "The field cannot be changed once the offer is created.",
  },
  statesTwice: {
    code: "invalid.blue.skyed.states",
    sentence: "A state appears twice in blueSkyedStates.",
  },
  closingDate: {
    code: "invalid.closing.date",
    sentence: "The closing date must be after today in New York.",
  },
  minimumMissing: {
    code: "null.offer.minimum",
    sentence: "The execution type PART_OR_NONE requires an offer minimum.",
  },
  participantsTwice: {
    code: "invalid.participating.firms",
    sentence: "A firm appears twice in participatingFirms.",
  },
  daysFromClosing: {
    code: "invalid.days.from.closing.cash.is.required",
    sentence: "The number of days can only be changed to 0.",
  },
  priceDiscount: {
    code: "invalid.price.discount.amount",
    sentence: "The discount must be below the price of the security.",
  },
  operatorField: {
    code: "offer.operator.rule",
    sentence: "Only the operator sends iraApproved and priceDiscountAmount.",
  },
  statusAlone: {
    code: "offer.status.alone.rule",
    sentence: "An offer is cancelled, closed or executed by offerStatus with a comment alone.",
  },
  offerStatus: {
    code: "offer.status.rule",
    sentence: "The offer is closed, or its status does not lead to this one.",
  },
  inProgress: {
    code: "offer.in.progress.rule",
    sentence: "The field is fixed once there are subscriptions.",
  },
  closingDateInProgress: {
    code: "offer.closing.date.rule",
    sentence:
      "Once there are subscriptions the closing date can only be later, and is fixed unless the " +
      "execution type is BEST_EFFORTS.",
  },
  cashDate: {
    code: "offer.cash.date.rule",
    sentence: "Cash cannot be required earlier than it was.",
  },
  securityForm: {
    code: "offer.security.form.rule",
    sentence: "The security must be sent as an object or by its dotted names, not both.",
  },
  issuerSize: {
    code: "offer.issuer.size.rule",
    sentence: "The issuer size must use the measure of the industry: net asset value or revenue.",
  },
  sizeOfExemption: {
    code: "offer.size.exemption.rule",
    sentence: "The offer size is above the maximum of the exemption.",
  },
  naturalPersons: {
    code: "offer.natural.person.accreditation.rule",
    sentence: "The exemption admits only accredited natural persons.",
  },
  corporations: {
    code: "offer.corporate.accreditation.rule",
    sentence: "The exemption admits only accredited corporate accounts.",
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
      "The minimum investment must not be above the maximum, nor the maximum above the offer size.",
  },
  creatingRepresentative: {
    code: "offer.creating.firm.representative.rule",
    sentence: "The representative must be an institutional member of the creating firm.",
  },
  issuingRepresentative: {
    code: "offer.issuing.firm.representative.rule",
    sentence:
      "The representative must be a member of the issuing firm who may use its account; the firm " +
      "must be one that issues securities.",
  },
  californiaIssuer: {
    code: "offer.exemption.state.rule",
    sentence: "The exemption requires an issuer in California.",
  },
  statesOfExemption: {
    code: "offer.blue.skyed.states.rule",
    sentence: "The exemption requires exactly the issuer's state in blueSkyedStates.",
  },
  sizeApproved: {
    code: "offer.size.approved.rule",
    sentence: "The offer size must not be below what is approved of its subscriptions.",
  },
  participantOrders: {
    code: "offer.participating.firm.orders.rule",
    sentence: "A firm with open subscriptions cannot be left out.",
  },
  approval: {
    code: "offer.publication.approval.rule",
    sentence:
      "An offer can be published only when its issuer is under contract, the operator has approved " +
      "it and one of its hosted documents is required and signable.",
  },
  unpublish: {
    code: "offer.unpublish.rule",
    sentence: "An offer with subscriptions stays published.",
  },
  execution: {
    code: "offer.execution.rule",
    sentence: "The approved subscriptions do not reach what the execution type requires.",
  },
  executionCash: {
    code: "offer.execution.cash.rule",
    sentence:
      "The subscriptions whose accounts have the cash in folio 01 and no restriction do not reach " +
      "what the execution type requires; nothing has changed.",
  },
  participant: {
    code: "offer.participating.firm.rule",
    sentence: "A participating firm must be DEFAULT, IAFIRM or the partner code of a firm.",
  },
  issuingFirm: {
    code: "offer.issuing.firm.rule",
    sentence: "The firm issues no securities.",
  },
  documentVersion: {
    code: "offer.document.version.rule",
    sentence: "The version must be above the latest one of this document.",
  },
  participation: {
    code: "offer.participation.rule",
    sentence: "The firm is not named in the offer, or has declined.",
  },
  participationOrders: {
    code: "offer.participation.orders.rule",
    sentence: "The firm's accounts have open subscriptions.",
  },
  tickerTaken: {
    code: "offer.ticker.unique.rule",
    sentence: "Another offer has this ticker.",
  },
} as const;
