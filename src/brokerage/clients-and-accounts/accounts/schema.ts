// The wire shapes of accounts. (interface 2.2)
import type { Static } from "typebox";
import { codeList, taxReliefMethods } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { valueErrors } from "../../../values/errors.ts";
import { anyName, personName } from "../../../values/names.ts";
import { choice, day, decimal, id, refused, refusedList, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { MailingAddress, NewMailingAddress, telephoneNumber } from "./address.ts";
import { accountErrors } from "./errors.ts";

/** A person's first name. */
export const firstName = text({ max: 20, pattern: personName, examples: ["Ben"] });
/** A person's last name. */
export const lastName = text({ max: 35, pattern: personName, examples: ["Whitfield"] });

/** A whole social security number. */
export const nineDigits = "\\d{9}|\\d{3}-\\d{2}-\\d{4}";

/** A social security number of this form. */
export function ssn(pattern: string, description: string) {
  const [max, error, examples] = [11, valueErrors.ssn, ["987-65-4321"]] as const;
  return text({ min: 4, max, pattern: new RegExp(`^(${pattern})$`), error, description, examples });
}

const beneficiaryFields = {
  citizenship: optional(choice(codeList("citizenship"))),
  dateOfBirth: optional(day({ description: "Not in the future.", examples: ["1984-05-12"] })),
  firstName,
  lastName,
  relationship: choice(codeList("beneficiary-relationship")),
  sharePct: optional(
    decimal({
      places: 2,
      above: "0",
      max: "100",
      description: "Percent; a single beneficiary has 100 or no share, several add up to 100.",
      examples: ["50.00"],
    }),
  ),
};

/** A person or an institution that receives a retirement account at its owner's death. */
export const NewBeneficiary = object(
  {
    SSN: optional(
      ssn(
        `${nineDigits}|\\d{4}`,
        "Nine digits, with or without dashes; responses show only the last four. Four digits mean " +
          "the stored number ending in them of the person with this name in the same list.",
      ),
    ),
    ...beneficiaryFields,
  },
  { title: "NewBeneficiary" },
);
export type NewBeneficiary = Static<typeof NewBeneficiary>;

/** The same as it is loaded: with a full number or none. */
export const BeneficiaryRecord = object({
  SSN: optional(ssn(nineDigits, "Nine digits, with or without dashes.")),
  ...beneficiaryFields,
});

/** A person whom the firm may call if it is concerned about the owner, with at least one way to
 * reach them. */
export const NewTrustedContact = object(
  {
    firstName,
    lastName,
    relationship: optional(text({ max: 40 })),
    email: optional(text({ max: 254, pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/ })),
    telephone: optional(telephoneNumber),
    mailingAddress: optional(NewMailingAddress),
    dateOfBirth: optional(day({ description: "At least 18 years ago." })),
  },
  { title: "NewTrustedContact" },
);
export type NewTrustedContact = Static<typeof NewTrustedContact>;

/** A security, an issue or a sector that the account must not hold, optionally only between two
 * days. */
export const NewExclusion = object(
  {
    exclusionValue: text({ max: 64, examples: ["ACME"] }),
    exclusionStartDate: optional(day()),
    exclusionEndDate: optional(day({ description: "Not before the start." })),
  },
  { title: "NewExclusion" },
);
export type NewExclusion = Static<typeof NewExclusion>;

const designation =
  "Replaces the list; an empty list removes all. The statement shown to the owner: “You may " +
  "designate primary and contingent beneficiaries of this retirement account. The shares of each " +
  "group must total 100 percent.”";
const noDesignation =
  " Shown when no primary beneficiary is chosen: “You have not designated a primary beneficiary. " +
  "At your death the assets pass to the default statutory beneficiary under the custodial " +
  "agreement, and an hourly special-services fee applies.”";

function exclusions(kind: string, other: string) {
  return optional(
    list(NewExclusion, {
      description: `Replaces the exclusions of ${kind}. The same as ${other}; send one of the two.`,
    }),
  );
}

const rate = decimal({
  places: 6,
  min: "0",
  max: "100",
  description: "Percent, for WLFS and WGFS; only together with defaultTaxLotSelection.",
  examples: ["15.0"],
});

const fixedFields = {
  primaryAccountOwner: optional(refused(accountErrors.notUpdateable)),
  jointAccountOwners: optional(refusedList(accountErrors.notUpdateable)),
  minor: optional(refused(accountErrors.notUpdateable)),
  accountType: optional(refused(accountErrors.notUpdateable)),
  w9BackupWithholding: optional(refused(accountErrors.notUpdateable)),
};

/** The number of an account, as it is loaded. */
export const LoadedAccountNumber = text({
  max: 10,
  pattern: /^R[A-Z0-9]{8,9}$/,
  description: "`R` and 8 or 9 upper-case letters and digits.",
  examples: ["RA1234ABCD"],
});

/** The name of an account. */
export const AccountName = text({
  max: 16,
  pattern: anyName,
  description: "No other account of one of its owners has the same name, ignoring case.",
});

/** The fields that a request may set, when it opens an account and later. */
export const settableFields = {
  billingPlanOid: optional(
    id({
      description:
        "An advisory billing plan of the firm. Where the firm bills per member, it becomes the " +
        "plan of all accounts of the primary owner.",
    }),
  ),
  defaultTaxLotSelection: optional(
    choice(taxReliefMethods, {
      description: "AVGC on non-taxable accounts, any other method on taxable ones.",
    }),
  ),
  longTermTaxRate: optional(rate),
  shortTermTaxRate: optional(rate),
  initContributionDate: optional(day({ description: "Only for a SIMPLE IRA." })),
  primaryBeneficiaries: optional(
    list(NewBeneficiary, { description: designation + noDesignation }),
  ),
  contingentBeneficiaries: optional(list(NewBeneficiary, { description: designation })),
  trustedContacts: optional(list(NewTrustedContact)),
  securityExclusions: exclusions("securities", "securityExclusion"),
  securityExclusion: exclusions("securities", "securityExclusions"),
  issueExclusions: exclusions("issues", "issueExclusion"),
  issueExclusion: exclusions("issues", "issueExclusions"),
  sectorExclusions: exclusions("sectors", "sectorExclusion"),
  sectorExclusion: exclusions("sectors", "sectorExclusions"),
} as const;

/** A request to update an account: absent is unchanged, a list replaces. */
export const AccountUpdate = object(
  {
    accountNumber: optional(text({ description: "If sent, the account number in the path." })),
    accountName: optional(AccountName),
    ...settableFields,
    ...fixedFields,
  },
  {
    title: "AccountUpdate",
    examples: [
      {
        accountName: "Everyday",
        billingPlanOid: "3002",
        defaultTaxLotSelection: "WLFS",
        longTermTaxRate: "15.0",
        shortTermTaxRate: "32.0",
        issueExclusions: [
          {
            exclusionValue: "ACME",
            exclusionStartDate: "2026-01-01",
            exclusionEndDate: "2026-12-31",
          },
        ],
      },
    ],
  },
);
export type AccountUpdate = Static<typeof AccountUpdate>;

/** The field of the response that holds what was sent under this name. */
export function pluralOf(field: string): string {
  return /^(security|issue|sector)Exclusion$/.test(field) ? `${field}s` : field;
}

const NullableText = nullableText();
const NullableDay = nullable(Type.String({ format: "date-time" }));

const Beneficiary = Type.Object(
  {
    SSN: nullableText("The last four digits."),
    citizenship: nullable(codeFrom(codeList("citizenship"))),
    dateOfBirth: NullableDay,
    firstName: Type.String(),
    lastName: Type.String(),
    relationship: codeFrom(codeList("beneficiary-relationship")),
    sharePct: NullableText,
  },
  { title: "Beneficiary" },
);

/** An exclusion, as it is returned. */
export const Exclusion = Type.Object(
  {
    exclusionValue: Type.String(),
    exclusionStartDate: NullableDay,
    exclusionEndDate: NullableDay,
  },
  { title: "Exclusion" },
);

const Minor = Type.Object(
  {
    firstName: Type.String(),
    lastName: Type.String(),
    dateOfBirth: NullableDay,
    SSN: nullableText("The last four digits."),
  },
  { title: "Minor" },
);

const TrustedContact = Type.Object(
  {
    firstName: Type.String(),
    lastName: Type.String(),
    relationship: NullableText,
    email: NullableText,
    telephone: NullableText,
    mailingAddress: nullable(MailingAddress),
    dateOfBirth: NullableDay,
  },
  { title: "TrustedContact" },
);

/** An account, as it is returned; a response's list is empty where nothing is stored. */
export const Account = Type.Object(
  {
    accountName: Type.String(),
    accountNumber: Type.String(),
    accountType: codeFrom(codeList("account-type")),
    billingPlanOid: NullableText,
    defaultTaxLotSelection: codeFrom(taxReliefMethods),
    longTermTaxRate: NullableText,
    shortTermTaxRate: NullableText,
    initContributionDate: optional(
      nullable(Type.String({ format: "date-time", description: "Only present on a SIMPLE IRA." })),
    ),
    owners: Type.Array(Type.String(), { description: "Login ids, the primary owner first." }),
    minor: nullable(Minor),
    trustees: Type.Array(Type.String(), { description: "Login ids." }),
    firmId: nullableText("The client firm that owns it."),
    w9BackupWithholding: Type.Boolean(),
    primaryBeneficiaries: Type.Array(Beneficiary, { maxItems: 1_000 }),
    contingentBeneficiaries: Type.Array(Beneficiary, { maxItems: 1_000 }),
    trustedContacts: Type.Array(TrustedContact, { maxItems: 1_000 }),
    securityExclusions: Type.Array(Exclusion, { maxItems: 1_000 }),
    issueExclusions: Type.Array(Exclusion, { maxItems: 1_000 }),
    sectorExclusions: Type.Array(Exclusion, { maxItems: 1_000 }),
  },
  { title: "Account" },
);
export type Account = Static<typeof Account>;
