// Faults of a loaded account or folio by its own fields; constraints enforce the same.

import type { Day } from "@bursar/values/dates";
import type { ErrorCode } from "@bursar/values/error-code";
import { isFolioNumber } from "@bursar/values/ids";
import { accountTypes, isRetirementAccount, taxReliefMethods } from "../../../reference/codes.ts";
import {
  type RowProblem,
  type RowRule,
  rowEntryRules,
  rowRules,
} from "../../../values/row-rule.ts";
import type { Entries } from "../../../values/shape-rule.ts";
import { accountErrors, openingErrors } from "./errors.ts";
import { permittedIn, unknownLevelIn } from "./permitted-logins.ts";
import {
  bornAfter,
  faultsOfShares,
  hasTrustees,
  isCustodial,
  isOutOfReach,
  isReversed,
  isSimpleIra,
  lacksPrimary,
  latestBirthOfContact,
} from "./rules.ts";
import type { NewBeneficiary, NewExclusion, NewTrustedContact } from "./schema.ts";

interface LoadedAccount {
  readonly accountType: string;
  readonly firmId?: unknown;
  readonly owners: readonly string[];
  readonly permittedLoginIds?: readonly string[];
  readonly trustees?: readonly string[];
  readonly minor?: { readonly dateOfBirth?: Day };
  readonly defaultTaxLotSelection?: string;
  readonly longTermTaxRate?: unknown;
  readonly shortTermTaxRate?: unknown;
  readonly fundsAveragedFrom?: unknown;
  readonly initContributionDate?: unknown;
  readonly primaryBeneficiaries?: readonly NewBeneficiary[];
  readonly contingentBeneficiaries?: readonly NewBeneficiary[];
  readonly trustedContacts?: readonly NewTrustedContact[];
  readonly securityExclusions?: readonly NewExclusion[];
  readonly issueExclusions?: readonly NewExclusion[];
  readonly sectorExclusions?: readonly NewExclusion[];
}

const rule = rowRules<LoadedAccount>();
const entries = rowEntryRules<LoadedAccount>();

/** The faults of an account: its owners, fields that its kind does not have, and incomplete
 * entries. */
export const rulesOfAccount: readonly RowRule[] = [
  rule(["owners"], ({ owners }) =>
    faultIf(owners.length === 0, "owners", "An account has at least one owner."),
  ),
  ...(["owners", "permittedLoginIds", "trustees"] as const).map((field) =>
    entries(field, [], (list) => {
      const isPermitted = field === "permittedLoginIds";
      const logins = list.map((entry) =>
        isPermitted ? entry && permittedIn(entry).loginId : entry,
      );
      return faultIf(isDoubled(logins), field, "A login id appears twice.");
    }),
  ),
  entries("permittedLoginIds", [], (list) => {
    const [level] = list.flatMap((entry) => (entry && unknownLevelIn(entry)) ?? []);
    const reason = `${level} is no permission level; write one of SV, DV, MM, TR, TM and AM.`;
    return faultIf(level !== undefined, "permittedLoginIds", reason);
  }),
  rule(["accountType", "defaultTaxLotSelection"], ({ accountType, defaultTaxLotSelection }) => {
    const method = taxReliefMethods.find(defaultTaxLotSelection ?? "");
    const isMisfit = method !== undefined && method.appliesTo !== taxabilityOf(accountType);
    const reason = "AVGC is for retirement accounts, the others for taxable.";
    return faultIf(isMisfit, "defaultTaxLotSelection", reason);
  }),
  ...(["longTermTaxRate", "shortTermTaxRate"] as const).map((field) =>
    rule(["accountType", field], (row) => {
      const isMisfit = taxabilityOf(row.accountType) === "retirement" && row[field] !== undefined;
      return faultIf(isMisfit, field, "A retirement account has no tax rates.");
    }),
  ),
  rule(["accountType", "fundsAveragedFrom"], ({ accountType, fundsAveragedFrom }) => {
    const isMisfit = taxabilityOf(accountType) === "retirement" && fundsAveragedFrom !== undefined;
    const reason = "A retirement account has the average cost of every position.";
    return faultIf(isMisfit, "fundsAveragedFrom", reason);
  }),
  rule(["accountType", "initContributionDate"], ({ accountType, initContributionDate }) => {
    const isMisfit = !isSimpleIra(accountType) && initContributionDate !== undefined;
    return faultIf(isMisfit, "initContributionDate", "Only a SIMPLE IRA has it.");
  }),
  rule(["accountType", "firmId"], ({ accountType, firmId }) => {
    const isMisfit = firmId !== undefined && accountTypes.find(accountType)?.holder === "natural";
    return faultIf(isMisfit, "firmId", "Only a corporate account is a firm's.");
  }),
  rule(["owners", "firmId"], ({ owners, firmId }) =>
    faultIf(
      firmId !== undefined && owners.length > 1,
      "owners",
      "A corporate firm's account has one owner, its representative.",
    ),
  ),
  rule(["accountType", "trustees"], ({ accountType, trustees = [] }) => {
    const isMisfit = !hasTrustees(accountType) && trustees.length > 0;
    return faultIf(isMisfit, "trustees", "Only a trust, of types X and D, has trustees.");
  }),
  rule(["accountType", "minor"], ({ accountType, minor }) => {
    const isMisfit = !isCustodial(accountType) && minor !== undefined;
    return faultIf(isMisfit, "minor", openingErrors.minor.sentence);
  }),
  rule(["minor.dateOfBirth"], ({ minor }, { today }) => {
    const isUnborn = minor?.dateOfBirth !== undefined && minor.dateOfBirth > today;
    return faultIf(isUnborn, "minor.dateOfBirth", accountErrors.dateOfBirth.sentence);
  }),
  ...(["primaryBeneficiaries", "contingentBeneficiaries"] as const).flatMap((field) => [
    rule(["accountType", field], (row) => {
      const isMisfit = !isRetirementAccount(row.accountType) && (row[field] ?? []).length > 0;
      return faultIf(isMisfit, field, accountErrors[field].sentence);
    }),
    entries(field, ["sharePct"], (list) => {
      const { without, isNotWhole } = faultsOfShares(list);
      const missing = "Each of several beneficiaries needs a share.";
      return [
        ...without.map((index) => fault(`${field}[${index}].sharePct`, missing)),
        ...faultIf(isNotWhole, field, "The shares must add up to 100 percent."),
      ];
    }),
    entries(field, ["dateOfBirth"], (list, { today }) =>
      faultsOfBirth(field, bornAfter(today, list), accountErrors.dateOfBirth),
    ),
  ]),
  // A list that is left out is judged as it is stored, once the accounts are locked.
  rule(["primaryBeneficiaries", "contingentBeneficiaries"], (row) => {
    const { primaryBeneficiaries: primaries, contingentBeneficiaries: contingents } = row;
    const areGiven = primaries !== undefined && contingents !== undefined;
    const isFaulty = areGiven && lacksPrimary(primaries, contingents);
    const reason = accountErrors.contingentWithoutPrimary.sentence;
    return faultIf(isFaulty, "contingentBeneficiaries", reason);
  }),
  entries("trustedContacts", ["email", "telephone", "mailingAddress"], (contacts) => {
    const isOut = contacts.some((contact) => contact && isOutOfReach(contact));
    const reason = "A contact needs an email, a telephone or a mailing address.";
    return faultIf(isOut, "trustedContacts", reason);
  }),
  entries("trustedContacts", ["dateOfBirth"], (contacts, { today }) => {
    const born = bornAfter(latestBirthOfContact(today), contacts);
    return faultsOfBirth("trustedContacts", born, accountErrors.trustedContactAge);
  }),
  ...(["securityExclusions", "issueExclusions", "sectorExclusions"] as const).map((field) =>
    entries(field, ["exclusionStartDate", "exclusionEndDate"], (list) => {
      const isBackward = list.some((exclusion) => exclusion && isReversed(exclusion));
      return faultIf(isBackward, field, "An exclusion ends before it starts.");
    }),
  ),
];

function taxabilityOf(accountType: string): string | undefined {
  return accountTypes.find(accountType)?.taxability;
}

function faultIf(isFaulty: boolean, column: string, reason: string): RowProblem[] {
  return isFaulty ? [fault(column, reason)] : [];
}

function fault(column: string, reason: string): RowProblem {
  return { column, reason };
}

function faultsOfBirth(
  list: string,
  indexes: readonly number[],
  { sentence }: ErrorCode,
): RowProblem[] {
  return indexes.map((index) => fault(`${list}[${index}].dateOfBirth`, sentence));
}

function isDoubled(list: Entries<string>): boolean {
  const known = list.filter((entry) => entry !== undefined);
  return new Set(known).size < known.length;
}

const typeOfDigits: Readonly<Record<string, string>> = { "01": "cash", "02": "holdings" };

interface LoadedFolio {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioType: string;
}

const folioRule = rowRules<LoadedFolio>();

/** The faults of a folio: its number is the account's and two digits, which give its type. */
export const rulesOfFolio: readonly RowRule[] = [
  folioRule(["accountNumber", "folioNumber"], (row) =>
    faultIf(
      !isNumberOf(row),
      "folioNumber",
      "It must be the account's number and two digits, 01 and up.",
    ),
  ),
  folioRule(["accountNumber", "folioNumber", "folioType"], (row) => {
    const digits = row.folioNumber.slice(-2);
    const expected = typeOfDigits[digits] ?? "folio";
    const isMisfit = isNumberOf(row) && row.folioType !== expected;
    return faultIf(isMisfit, "folioType", `The folio ${digits} of an account is ${expected}.`);
  }),
];

function isNumberOf({ accountNumber, folioNumber }: Omit<LoadedFolio, "folioType">): boolean {
  return isFolioNumber(folioNumber) && folioNumber.slice(0, -2) === accountNumber;
}
