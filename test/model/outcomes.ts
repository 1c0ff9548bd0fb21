// The outcomes that runs of the sequences must meet, so that what they send about accounts is neither
// always refused nor never.

type Outcomes = Readonly<Record<string, readonly (number | string)[]>>;

/** Outcomes that an ordinary run meets several times. */
const frequent: Outcomes = {
  signCustomerAgreement: [
    200,
    403,
    "agreement.signer.rule",
    "invalid.signature.data",
    "SYNTAX",
    "null.signature.method",
    "null.signature.image.encoding",
  ],
  updateAccount: [200, 403],
  createAccount: [403, "account.invalid.primary.owner"],
  createItemForAttention: [201, 403, "invalid.expiration.date"],
  updateItemForAttention: [200, 403, 404, "ifa.status.rule", "ifa.action.rule"],
  createRestriction: [201, 403, "restriction.reason.rule", "restriction.unique.rule"],
  liftRestriction: [200, 403, 404, "restriction.lift.rule"],
  getRestriction: [404],
  createFirm: [201, 403, "group.firm.invalid.representative"],
  listReportedTaxLots: [403, "invalid.tax.year"],
  getExpressCheckInstructions: [200, 403],
};

/** Outcomes that a long run meets as well. */
const rare: Outcomes = {
  signCustomerAgreement: ["invalid.choice"],
  updateAccount: [
    "account.not.updateable",
    "uri.matching.rule",
    "account.tax.lot.selection.rule",
    "account.not.applicable.primary.beneficiaries",
    "account.exclusion.spelling.rule",
    "account.primary.beneficiaries.share.rule",
    "account.contingent.beneficiaries.rule",
    "account.exclusion.date.rule",
    "account.trusted.contact.reach.rule",
    "account.not.applicable.init.contribution.date",
  ],
  createAccount: [201, "account.billing.plan.rule"],
  createItemForAttention: ["ifa.type.rule"],
  updateItemForAttention: ["ifa.date.rule"],
  listItemsForAttention: [200, 403, "invalid.ifastatus"],
  getRestriction: [200, 403],
  listBillingPlans: [200, 403],
  getBillingPlan: [200, 404, "UNSUPPORTED"],
  createFirm: ["UNSUPPORTED"],
  updateFirm: [200, 403, "firm.operator.rule"],
  listReportedTaxLots: [200, 404, "account.non.taxable"],
  getAccountUnitValues: [200, 403, "invalid.daterange"],
  getFolioUnitValues: [200, 403, 404, "invalid.daterange"],
};

/** Each an operation with a status or a code. */
const named = (outcomes: Outcomes) =>
  Object.entries(outcomes).flatMap(([operation, each]) => each.map((is) => `${operation} ${is}`));

/** Outcomes that a run of this many sequences meets. */
export const outcomesOf = (sequences: number): readonly string[] => [
  ...(sequences >= 50 ? named(frequent) : []),
  ...(sequences >= 10_000 ? named(rare) : []),
];
