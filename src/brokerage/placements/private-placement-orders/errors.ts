// The error codes of subscriptions, in order of precedence. (interface 2.3)

export const orderErrors = {
  status: {
    code: "invalid.orderstatus",
    sentence: "The orderstatus is not one of the values that select subscriptions.",
  },
  notFound: {
    code: "order.not.found",
    sentence: "There is no subscription with this id in the account or offer, or not in sight.",
  },
  step: {
    code: "order.status.rule",
    sentence:
      "The subscription has a status from which this step does not lead, the day of the step has " +
      "not come, or it does not take a field that was sent.",
  },
  offer: {
    code: "order.offer.rule",
    sentence: "The offer is not one that the caller and the member see, published with access.",
  },
  offerClosed: {
    code: "order.offer.closed.rule",
    sentence: "The offer is closed, or its closing date has passed.",
  },
  participatingFirm: {
    code: "order.participating.firm.rule",
    sentence: "The account's firm has not created the offer and takes no part in it.",
  },
  member: {
    code: "order.member.rule",
    sentence: "The associated member does not own the account.",
  },
  agreement: {
    code: "order.agreement.rule",
    sentence: "An owner has still to sign the customer agreement.",
  },
  ira: {
    code: "order.ira.rule",
    sentence: "The offer is not approved for retirement accounts.",
  },
  accreditation: {
    code: "order.accreditation.rule",
    sentence: "The offer admits accredited persons alone, and no custodial account.",
  },
  corporateAccreditation: {
    code: "order.corporate.accreditation.rule",
    sentence: "The firm is not verified as the offer requires of corporate accounts.",
  },
  accreditationVerification: {
    code: "order.accreditation.verification.rule",
    sentence: "The exemption requires that each owner is verified as accredited today.",
  },
  income: {
    code: "order.income.rule",
    sentence: "The annual income of an owner is below what the offer requires.",
  },
  liquidNetWorth: {
    code: "order.liquid.net.worth.rule",
    sentence: "The liquid net worth of an owner is below what the offer requires.",
  },
  netWorth: {
    code: "order.net.worth.rule",
    sentence: "The net worth of an owner is below what the offer requires.",
  },
  experience: {
    code: "order.experience.rule",
    sentence: "No owner has the experience that the offer requires.",
  },
  investmentLimit: {
    code: "order.investment.limit.rule",
    sentence: "An owner who is not accredited must certify the limit on the investment.",
  },
  state: {
    code: "order.state.rule",
    sentence: "Residents of an owner's state cannot invest.",
  },
  documents: {
    code: "order.documents.rule",
    sentence: "The member has not viewed the latest version of each required document.",
  },
  minimumInvestment: {
    code: "order.minimum.investment.rule",
    sentence: "The amount is below the minimum investment.",
  },
  maximumInvestment: {
    code: "order.maximum.investment.rule",
    sentence: "With the owner's other subscriptions the amount is above the maximum investment.",
  },
  capacity: {
    code: "order.capacity.rule",
    sentence: "The amount is above what is left of the offer.",
  },
  investorCount: {
    code: "order.investor.count.rule",
    sentence: "The exemption admits no more investors, or no more who are not accredited.",
  },
  unique: {
    code: "order.unique.rule",
    sentence: "The account has a subscription to the offer that is open or counts.",
  },
  cash: {
    code: "order.cash.rule",
    sentence: "The cash of folio 01 does not cover the approved amount and other placed orders.",
  },
  commentMissing: {
    code: "null.comment",
    sentence: "A subscription is rejected or cancelled with a comment.",
  },
  operator: {
    code: "order.operator.rule",
    sentence: "Only the operator places a subscription, books it and cancels it instead.",
  },
  signature: {
    code: "order.signature.rule",
    sentence: "The offer requires a signature on paper, which was not received.",
  },
  blueSky: {
    code: "order.blue.sky.rule",
    sentence: "An owner lives in none of the offer's states, which deMinimisAccepted must accept.",
  },
  fill: {
    code: "order.fill.rule",
    sentence: "The fill must lie between the minimum investment and what was requested.",
  },
  booking: {
    code: "order.booking.rule",
    sentence: "The books of the account refuse the purchase: the message says why.",
  },
} as const;
