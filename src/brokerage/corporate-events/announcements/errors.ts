// The error codes of corporate events, in order of precedence.

export const announcementErrors = {
  terms: {
    code: "corporate.event.terms.rule",
    sentence: "The terms are not those of an event of this kind.",
  },
  dates: {
    code: "corporate.event.dates.rule",
    sentence: "The days are missing, out of order, or have not come.",
  },
  options: {
    code: "corporate.event.options.rule",
    sentence: "The options are not those that an event of this kind has.",
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
    sentence: "The event is there already, by its external id or by security, kind and day.",
  },
  status: {
    code: "corporate.event.status.rule",
    sentence: "The event cannot be changed so from its status.",
  },
  notUpdateable: {
    code: "corporate.event.not.updateable",
    sentence: "The field cannot be changed once the event is created.",
  },
  person: {
    code: "corporate.event.person.rule",
    sentence: "Another person decides than those who asked, changed or decided before.",
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
    sentence: "The line cannot be changed so from its status.",
  },
} as const;
