// Rules of the update of an account: rules of the request alone, then rules of what is stored.
// (interface 2.2)

import { addMonths, type Day, newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal, sum } from "@bursar/values/decimal";
import type { ErrorCode } from "@bursar/values/error-code";
import { isRetirementAccount } from "../../../reference/codes.ts";
import { valueErrors } from "../../../values/errors.ts";
import { brokenIf, fieldProblem, type Problem, ruleProblemOf } from "../../../values/problem.ts";
import { type Entries, entryRules, matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { type StoredSsn, storedSsnOf } from "./beneficiary-ssn.ts";
import { accountErrors } from "./errors.ts";
import type { AccountUpdate, NewBeneficiary, NewExclusion, NewTrustedContact } from "./schema.ts";

const rule = shapeRules<AccountUpdate>();
const entries = entryRules<AccountUpdate>();

/** Rules of what a request sets, when it opens an account and later. */
export const rulesOfSettings = [
  ...(["primaryBeneficiaries", "contingentBeneficiaries"] as const).map((field) =>
    entries(field, ["dateOfBirth"], (list, { now }) =>
      bornAfter(newYorkDay(now), list).map((index) =>
        fieldProblem(`${field}[${index}].dateOfBirth`, accountErrors.dateOfBirth),
      ),
    ),
  ),
  entries("trustedContacts", ["dateOfBirth"], (list, { now }) =>
    bornAfter(latestBirthOfContact(newYorkDay(now)), list).map((index) =>
      fieldProblem(`trustedContacts[${index}].dateOfBirth`, accountErrors.trustedContactAge),
    ),
  ),
  ...(["longTermTaxRate", "shortTermTaxRate"] as const).map((rate) =>
    rule(["defaultTaxLotSelection", rate], (request) => {
      const isAlone = request[rate] !== undefined && request.defaultTaxLotSelection === undefined;
      return brokenIf(isAlone, accountErrors.taxRates);
    }),
  ),
  entries("primaryBeneficiaries", ["sharePct"], (list) =>
    shareProblems("primaryBeneficiaries", list, {
      missing: accountErrors.primaryShareMissing,
      notWhole: accountErrors.primaryShares,
    }),
  ),
  entries("contingentBeneficiaries", ["sharePct"], (list) =>
    shareProblems("contingentBeneficiaries", list, {
      missing: accountErrors.contingentShareMissing,
      notWhole: accountErrors.contingentShares,
    }),
  ),
  entries("trustedContacts", ["email", "telephone", "mailingAddress"], (list) =>
    brokenIf(
      list.some((contact) => contact && isOutOfReach(contact)),
      accountErrors.trustedContactReach,
    ),
  ),
  ...(["security", "issue", "sector"] as const).flatMap(rulesOfExclusions),
  rule(["primaryBeneficiaries", "contingentBeneficiaries"], (request) => {
    const { primaryBeneficiaries: primaries, contingentBeneficiaries: contingents } = request;
    if (primaries === undefined || contingents === undefined) return [];
    return brokenIf(lacksPrimary(primaries, contingents), accountErrors.contingentWithoutPrimary);
  }),
];

/** Whether there are contingent beneficiaries without a primary one. */
export function lacksPrimary(
  primaries: readonly unknown[],
  contingents: readonly unknown[],
): boolean {
  return contingents.length > 0 && primaries.length === 0;
}

/** Rules of an update that need only the request, its path and the clock. */
export const rulesOfUpdate = [
  matchesPath<AccountUpdate>("accountNumber", "accountnumber"),
  ...rulesOfSettings,
];

/** The persons of a list who were born after a day. */
export function bornAfter(
  day: Day,
  persons: Entries<{ readonly dateOfBirth?: Day | undefined }>,
): readonly number[] {
  return persons.flatMap((person, index) => {
    const born = person?.dateOfBirth;
    return born !== undefined && born > day ? [index] : [];
  });
}

/** The last day on which a trusted contact, who is of age, can have been born. */
export function latestBirthOfContact(today: Day): Day {
  return addMonths(today, -18 * 12);
}

const whole = "100" as Decimal;

function shareProblems(
  field: string,
  list: Entries<Pick<NewBeneficiary, "sharePct">>,
  { missing, notWhole }: { missing: ErrorCode; notWhole: ErrorCode },
): Problem[] {
  const { without, isNotWhole } = faultsOfShares(list);
  return [
    ...without.map((index) => fieldProblem(`${field}[${index}].sharePct`, missing)),
    ...brokenIf(isNotWhole, notWhole),
  ];
}

/**
 * Which of several beneficiaries lack a share, and whether the shares fail to add up to 100. With a
 * share that is missing or bad their sum is checked only as far as it is certain: the others alone
 * are more than 100.
 */
export function faultsOfShares(list: Entries<Pick<NewBeneficiary, "sharePct">>): {
  readonly without: readonly number[];
  readonly isNotWhole: boolean;
} {
  const shares = list.flatMap((beneficiary) => beneficiary?.sharePct ?? []);
  const isSingleWithout = list.length === 1 && shares.length === 0;
  if (list.length === 0 || isSingleWithout) return { without: [], isNotWhole: false };
  const excess = compare(sum(shares), whole);
  const isComplete = shares.length === list.length;
  const without = list.flatMap((beneficiary, index) =>
    beneficiary !== undefined && beneficiary.sharePct === undefined ? [index] : [],
  );
  return { without, isNotWhole: isComplete ? excess !== 0 : excess > 0 };
}

type Reach = Pick<NewTrustedContact, "email" | "telephone" | "mailingAddress">;

/** Whether there is no way at all to reach a trusted contact, which `trusted_contact_reachable`
 * refuses to store. */
export function isOutOfReach({ email, telephone, mailingAddress }: Reach): boolean {
  return email === undefined && telephone === undefined && mailingAddress === undefined;
}

function rulesOfExclusions(kind: "security" | "issue" | "sector") {
  const plural = `${kind}Exclusions` as const;
  const singular = `${kind}Exclusion` as const;
  return [
    rule([plural, singular], (request) => {
      const isBoth = request[plural] !== undefined && request[singular] !== undefined;
      if (!isBoth) return [];
      return [ruleProblemOf(`${plural}, ${singular}`, accountErrors.exclusionSpelling)];
    }),
    ...[plural, singular].map((field) =>
      entries(field, ["exclusionStartDate", "exclusionEndDate"], (list) =>
        list.some((exclusion) => exclusion && isReversed(exclusion))
          ? [ruleProblemOf(field, accountErrors.exclusionDates)]
          : [],
      ),
    ),
  ];
}

type Period = Pick<NewExclusion, "exclusionStartDate" | "exclusionEndDate">;

/** Whether an exclusion ends before it starts, which `exclusion_days` rejects. */
export function isReversed({ exclusionStartDate: start, exclusionEndDate: end }: Period): boolean {
  return start !== undefined && end !== undefined && start > end;
}

/** The stored facts that the rules of an update need. */
export interface UpdateFacts {
  readonly accountType: string;
  /** An owner has another account with the requested name. */
  readonly isNameTaken: boolean;
  /** The firm has no advisory billing plan with the requested id. */
  readonly isPlanUnknown: boolean;
  readonly hasPrimaries: boolean;
  readonly hasContingents: boolean;
  /** The stored numbers that masked ones may mean. */
  readonly storedSsns: readonly StoredSsn[];
}

/**
 * Problems that need stored facts. Constraints enforce the same: `account_name_key` the name,
 * `account_billing_plan` the plan's firm, `account_tax_lot_selection`, `account_tax_rates_taxable`
 * and `account_init_contribution` what applies to which kind of account.
 */
export function problemsWithUpdate(request: AccountUpdate, facts: UpdateFacts): Problem[] {
  const isRetirement = isRetirementAccount(facts.accountType);
  const isMisfit = isMisfitMethod(request.defaultTaxLotSelection, facts.accountType);
  return [
    ...notApplicable(request, facts.accountType),
    ...(isRetirement ? unknownSsns(request, facts.storedSsns) : []),
    ...brokenIf(facts.isNameTaken, accountErrors.uniqueName),
    ...brokenIf(facts.isPlanUnknown, accountErrors.billingPlan),
    ...brokenIf(isMisfit, accountErrors.taxLotSelection),
    ...(isRetirement ? contingentProblems(request, facts) : []),
  ];
}

function notApplicable(request: AccountUpdate, accountType: string): Problem[] {
  return foreignFields(accountType)
    .filter((name) => request[name] !== undefined)
    .map((name) => fieldProblem(name, accountErrors[name]));
}

/** The fields that a kind of account does not have. */
export function foreignFields(accountType: string) {
  const foreign = isRetirementAccount(accountType)
    ? (["longTermTaxRate", "shortTermTaxRate"] as const)
    : (["primaryBeneficiaries", "contingentBeneficiaries"] as const);
  const simpleAlone = isSimpleIra(accountType) ? [] : (["initContributionDate"] as const);
  return [...foreign, ...simpleAlone];
}

/** Whether a kind of account has a date of first contribution. */
export function isSimpleIra(accountType: string): boolean {
  return accountType === "9";
}

/** Whether a relief method is for another kind of account. */
export function isMisfitMethod(method: string | undefined, accountType: string): boolean {
  return method !== undefined && (method === "AVGC") !== isRetirementAccount(accountType);
}

/** Whether a kind of account is that of a trust. */
export function hasTrustees(accountType: string): boolean {
  return accountType === "X" || accountType === "D";
}

/** Whether a custodian holds a kind of account for a minor. */
export function isCustodial(accountType: string): boolean {
  return accountType === "U";
}

/** Whether a number consists of its last four digits only, as responses show it. */
export function isMasked<T extends { readonly SSN?: string }>(
  person: T,
): person is T & { SSN: string } {
  return person.SSN?.length === 4;
}

/** Masked numbers that match no stored one. */
function unknownSsns(request: AccountUpdate, stored: readonly StoredSsn[]): Problem[] {
  const lists = [
    ["primaryBeneficiaries", "P"],
    ["contingentBeneficiaries", "C"],
  ] as const;
  return lists.flatMap(([field, kind]) =>
    (request[field] ?? []).flatMap((person, index) =>
      isMasked(person) && storedSsnOf(person, kind, stored) === undefined
        ? [fieldProblem(`${field}[${index}].SSN`, valueErrors.ssn)]
        : [],
    ),
  );
}

// Checked over the lists as they will be; lists that stay as they are refuse no other change.
function contingentProblems(request: AccountUpdate, facts: UpdateFacts): Problem[] {
  const { primaryBeneficiaries: primaries, contingentBeneficiaries: contingents } = request;
  if (primaries === undefined && contingents === undefined) return [];
  const hasPrimaries = primaries === undefined ? facts.hasPrimaries : primaries.length > 0;
  const hasContingents = contingents === undefined ? facts.hasContingents : contingents.length > 0;
  return brokenIf(hasContingents && !hasPrimaries, accountErrors.contingentWithoutPrimary);
}
