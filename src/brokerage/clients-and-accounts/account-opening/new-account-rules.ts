// Rules of opening an account: rules of the request alone, then rules of what is stored.
// (docs/life-cycles.md, Account)

import { newYorkDay, yearsBetween } from "@bursar/values/dates";
import { accountTypes } from "../../../reference/codes.ts";
import { valueErrors } from "../../../values/errors.ts";
import { brokenIf, fieldProblem, type Problem } from "../../../values/problem.ts";
import { entryRules, shapeRules } from "../../../values/shape-rule.ts";
import { accountErrors, openingErrors } from "../accounts/errors.ts";
import {
  foreignFields,
  hasTrustees,
  isCustodial,
  isMasked,
  isMisfitMethod,
  rulesOfSettings,
} from "../accounts/rules.ts";
import { problemsWhereUnverified } from "../restrictions/account-state.ts";
import type { NewAccount } from "./new-account-schema.ts";

const rule = shapeRules<NewAccount>();
const entries = entryRules<NewAccount>();

/** The most owners besides the primary one. */
export const jointOwners = {
  one: { least: 0, most: 0 },
  several: { least: 1, most: 3 },
  two: { least: 1, most: 1 },
} as const;

const conditional = [
  ...(["longTermTaxRate", "shortTermTaxRate", "initContributionDate"] as const),
  ...(["primaryBeneficiaries", "contingentBeneficiaries"] as const),
];

/** Rules that need only the request, the clock and the code lists. */
export const rulesOfNewAccount = [
  rule(["accountType", "minor"], ({ accountType, minor }) => {
    if (isCustodial(accountType) && minor === undefined)
      return [fieldProblem("minor", openingErrors.minorMissing)];
    const isMisfit = !isCustodial(accountType) && minor !== undefined;
    return isMisfit ? [fieldProblem("minor", openingErrors.minor)] : [];
  }),
  rule(["minor.dateOfBirth"], ({ minor }, { now }) => {
    if (minor === undefined) return [];
    const today = newYorkDay(now);
    const isMinor = minor.dateOfBirth <= today && yearsBetween(minor.dateOfBirth, today) < 21;
    return isMinor ? [] : [fieldProblem("minor.dateOfBirth", openingErrors.minorAge)];
  }),
  rule(["accountType", "trustees"], ({ accountType, trustees }) =>
    trustees !== undefined && !hasTrustees(accountType)
      ? [fieldProblem("trustees", openingErrors.trustees)]
      : [],
  ),
  ...rulesOfSettings,
  ...conditional.map((field) =>
    rule(["accountType", field], (request) => {
      const isForeign = foreignFields(request.accountType).includes(field);
      const isSent = request[field] !== undefined;
      return isSent && isForeign ? [fieldProblem(field, accountErrors[field])] : [];
    }),
  ),
  // Four digits mean a stored number, of which a new account has none.
  ...(["primaryBeneficiaries", "contingentBeneficiaries"] as const).map((field) =>
    entries(field, ["SSN"], (list) =>
      list.flatMap((person, index) =>
        person !== undefined && isMasked(person)
          ? [fieldProblem(`${field}[${index}].SSN`, valueErrors.ssn)]
          : [],
      ),
    ),
  ),
  rule(["accountType", "jointAccountOwners"], ({ accountType, jointAccountOwners }) => {
    const kind = accountTypes.find(accountType)?.owners;
    if (kind === undefined) return [];
    const count = jointAccountOwners?.length ?? 0;
    const isAllowed = count >= jointOwners[kind].least && count <= jointOwners[kind].most;
    return brokenIf(!isAllowed, openingErrors.ownersCount);
  }),
  rule(["accountType", "defaultTaxLotSelection"], (request) => {
    const isMisfit = isMisfitMethod(request.defaultTaxLotSelection, request.accountType);
    return brokenIf(isMisfit, accountErrors.taxLotSelection);
  }),
  rule(["primaryBeneficiaries", "contingentBeneficiaries"], (request) => {
    const hasContingents = (request.contingentBeneficiaries?.length ?? 0) > 0;
    const isWithout = hasContingents && request.primaryBeneficiaries === undefined;
    return brokenIf(isWithout, accountErrors.contingentWithoutPrimary);
  }),
];

/** An owner as far as the rules depend on it. */
export interface OwnerFacts {
  readonly loginId: string;
  readonly cipStatus: string;
}

/** The stored facts that the rules of a new account need. */
export interface NewAccountFacts {
  /** The login that would be the first owner: the one named, or the representative of the corporate
   * firm named; undefined where the caller's firm manages no such firm. */
  readonly primaryOwner: string | undefined;
  /** The owners that are clients of the firm. */
  readonly clients: readonly OwnerFacts[];
  /** Each trustee is one of the firm, and none is named twice. */
  readonly areTrustees: boolean;
  /** An owner has another account with this name. */
  readonly isNameTaken: boolean;
  /** The firm has no advisory billing plan with this id. */
  readonly isPlanUnknown: boolean;
}

/** Whether an account of this type belongs to a firm, not to persons. */
export function isCorporate(accountType: string): boolean {
  return accountTypes.find(accountType)?.holder === "corporate";
}

/** Problems that need stored facts; `account_name_key` enforces the name, `account_primary_owner`
 * that the primary owner is the firm's, `account_billing_plan` that the plan is. */
export function problemsWithNewAccount(request: NewAccount, facts: NewAccountFacts): Problem[] {
  const { jointAccountOwners: joint = [] } = request;
  const { primaryOwner: primary = "" } = facts;
  const isClient = (loginId: string) => facts.clients.some((each) => each.loginId === loginId);
  const isDoubled = new Set([primary, ...joint]).size < joint.length + 1;
  const failed = facts.clients.filter(({ cipStatus }) => cipStatus === "FAILED");
  return [
    ...brokenIf(!isClient(primary), openingErrors.primaryOwner),
    ...brokenIf(isDoubled || !joint.every(isClient), openingErrors.jointOwner),
    ...brokenIf(!facts.areTrustees, openingErrors.trustee),
    ...problemsWhereUnverified(failed),
    ...brokenIf(facts.isNameTaken, accountErrors.uniqueName),
    ...brokenIf(facts.isPlanUnknown, accountErrors.billingPlan),
  ];
}
