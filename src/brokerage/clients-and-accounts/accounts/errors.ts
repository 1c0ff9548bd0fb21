// The error codes of accounts, in order of precedence. (interface 2.2, 4.2)

export const accountErrors = {
  notUpdateable: {
    code: "account.not.updateable",
    sentence: "The field cannot be updated through the interface.",
  },
  dateOfBirth: {
    code: "invalid.date.of.birth",
    sentence: "The date of birth is in the future.",
  },
  trustedContactAge: {
    code: "invalid.trusted.contact.age",
    sentence: "A trusted contact must be at least 18 years old.",
  },
  taxRates: {
    code: "account.tax.rate.rule",
    sentence: "Tax rates can be updated only together with defaultTaxLotSelection.",
  },
  primaryShareMissing: {
    code: "null.primary.beneficiaries.share.pct",
    sentence: "If there are several primary beneficiaries, each needs a share.",
  },
  contingentShareMissing: {
    code: "null.contingent.beneficiaries.share.pct",
    sentence: "If there are several contingent beneficiaries, each needs a share.",
  },
  primaryShares: {
    code: "account.primary.beneficiaries.share.rule",
    sentence: "The shares of the primary beneficiaries must add up to 100 percent.",
  },
  contingentShares: {
    code: "account.contingent.beneficiaries.share.rule",
    sentence: "The shares of the contingent beneficiaries must add up to 100 percent.",
  },
  trustedContactReach: {
    code: "account.trusted.contact.reach.rule",
    sentence: "A trusted contact needs an email address, a telephone or a mailing address.",
  },
  exclusionSpelling: {
    code: "account.exclusion.spelling.rule",
    sentence: "Exclusions of one kind must be sent under one spelling of the field, not both.",
  },
  exclusionDates: {
    code: "account.exclusion.date.rule",
    sentence: "An exclusion must not end before it starts.",
  },
  longTermTaxRate: {
    code: "account.not.applicable.long.term.tax.rate",
    sentence: "Only a taxable account has a long-term tax rate.",
  },
  shortTermTaxRate: {
    code: "account.not.applicable.short.term.tax.rate",
    sentence: "Only a taxable account has a short-term tax rate.",
  },
  initContributionDate: {
    code: "account.not.applicable.init.contribution.date",
    sentence: "Only a SIMPLE IRA has a date of first contribution.",
  },
  primaryBeneficiaries: {
    code: "account.not.applicable.primary.beneficiaries",
    sentence: "Only a retirement account has beneficiaries.",
  },
  contingentBeneficiaries: {
    code: "account.not.applicable.contingent.beneficiaries",
    sentence: "Only a retirement account has beneficiaries.",
  },
  uniqueName: {
    code: "account.unique.rule",
    sentence: "An owner of the account has another account with this name.",
  },
  billingPlan: {
    code: "account.billing.plan.rule",
    sentence: "The firm has no advisory billing plan with this id.",
  },
  taxLotSelection: {
    code: "account.tax.lot.selection.rule",
    sentence: "A non-taxable account takes only AVGC, a taxable one any other tax relief method.",
  },
  contingentWithoutPrimary: {
    code: "account.contingent.beneficiaries.rule",
    sentence: "Contingent beneficiaries need at least one primary beneficiary.",
  },
} as const;

/** The refusal of a request for a folio. */
export const folioErrors = {
  notFound: {
    code: "folio.not.found",
    sentence: "The account has no folio with this number.",
  },
} as const;

/** The codes of opening an account, in addition to the ones above. */
export const openingErrors = {
  minorMissing: { code: "null.minor", sentence: "A custodial account has a minor." },
  minor: {
    code: "account.not.applicable.minor",
    sentence: "Only a custodial account has a minor.",
  },
  trustees: {
    code: "account.not.applicable.trustees",
    sentence: "Only the account of a trust has trustees.",
  },
  minorAge: {
    code: "invalid.minor.date.of.birth",
    sentence: "A minor is younger than 21.",
  },
  ownersCount: {
    code: "account.owners.count.rule",
    sentence:
      "An account of types J and K has two to four owners, one of types L and M two, any other one.",
  },
  primaryOwner: {
    code: "account.invalid.primary.owner",
    sentence: "The primary owner is no client, or no corporate firm, of the caller's firm.",
  },
  jointOwner: {
    code: "account.invalid.joint.owner",
    sentence:
      "A joint owner is no client of the firm, is the primary owner, or is named more than once.",
  },
  trustee: {
    code: "account.trustee.rule",
    sentence: "A trustee is none of the firm, or is named more than once.",
  },
} as const;
