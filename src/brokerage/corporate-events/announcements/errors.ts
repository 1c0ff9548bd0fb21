// The error codes of corporate events, in order of precedence.

export const announcementErrors = {
  terms: {
    code: "corporate.event.terms.rule",
    sentence: "The terms do not fit this kind of event.",
  },
  dates: {
    code: "corporate.event.dates.rule",
    sentence: "Dates are missing, out of order, or still ahead.",
  },
  options: {
    code: "corporate.event.options.rule",
    sentence: "The options do not fit this kind of event.",
  },
  statusAlone: {
    code: "corporate.event.status.alone.rule",
    sentence: "A status is sent alone, with nothing but comment, leaveHeld or recomputeDiffering.",
  },
  commentMissing: { code: "null.comment", sentence: "A comment is required." },
  notFound: {
    code: "corporate.event.not.found",
    sentence: "There is no corporate event with this id.",
  },
  lineNotFound: {
    code: "corporate.event.line.not.found",
    sentence: "The event has no line of this account.",
  },
  security: {
    code: "corporate.event.security.rule",
    sentence: "There is no security with this id, or it is another issuer's.",
  },
  duplicate: {
    code: "corporate.event.duplicate.rule",
    sentence:
      "An event with this external id, or of this security, kind and day, exists already; a second one of the day is sent with another: true.",
  },
  status: {
    code: "corporate.event.status.rule",
    sentence: "The status of the event does not allow this change.",
  },
  notUpdateable: {
    code: "corporate.event.not.updateable",
    sentence: "The field cannot be changed once the event is created.",
  },
  person: {
    code: "corporate.event.person.rule",
    sentence:
      "The decision is for a person who has not requested, changed or decided anything before.",
  },
  price: {
    code: "corporate.event.price.rule",
    sentence: "A price or a proration is missing, or far from the last close without a comment.",
  },
  entitlement: {
    code: "corporate.event.entitlement.rule",
    sentence: "Trades of the security are not booked yet, or the entitlement day has not come.",
  },
  lines: {
    code: "corporate.event.lines.rule",
    sentence: "Lines are held; release them, or send leaveHeld.",
  },
  lineStatus: {
    code: "corporate.event.line.status.rule",
    sentence: "The status of the line does not allow this change.",
  },
} as const;
