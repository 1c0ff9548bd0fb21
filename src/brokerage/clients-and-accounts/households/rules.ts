// Rules of a household's fields, and of accounts in it.
import { type Day, newYorkDay } from "@bursar/values/dates";
import { brokenIf, fieldProblem, type Problem, ruleProblem } from "../../../values/problem.ts";
import { type RowRule, rowEntryRules } from "../../../values/row-rule.ts";
import { entryRules } from "../../../values/shape-rule.ts";
import { householdErrors } from "./errors.ts";
import { overlap } from "./memberships.ts";
import type { MembershipRow } from "./queries.ts";
import type { HouseholdRecord, NewHousehold } from "./schema.ts";

const entries = entryRules<NewHousehold>();

/** Rules of a request that need only its body and the clock: days in order, no account twice. */
export const rulesOfHousehold = [
  entries("accounts", ["from", "to"], (accounts, { now }) =>
    accounts.flatMap((account, at) => {
      const { from = newYorkDay(now), to } = account ?? {};
      return to !== undefined && to < from
        ? [fieldProblem(`accounts[${at}].to`, householdErrors.to)]
        : [];
    }),
  ),
  entries("accounts", ["accountNumber"], (accounts) => {
    const numbers = accounts.flatMap((account) => account?.accountNumber ?? []);
    return brokenIf(new Set(numbers).size < numbers.length, householdErrors.account);
  }),
];

const recordEntries = rowEntryRules<HouseholdRecord>();

/** The rules of a loaded household: days in order, and no account on a day twice. */
export const rulesOfHouseholdRecord: readonly RowRule[] = [
  recordEntries("accounts", ["accountNumber", "from", "to"], (accounts) => {
    const known = accounts.flatMap((account) => account ?? []);
    const isBackward = known.some(({ from, to }) => to !== undefined && to < from);
    const isTwice = known.some((account, at) =>
      known.slice(0, at).some((other) => {
        return other.accountNumber === account.accountNumber && overlap(days(other), days(account));
      }),
    );
    return [
      ...(isBackward ? [{ column: "accounts", reason: "A last day is before its first." }] : []),
      ...(isTwice
        ? [{ column: "accounts", reason: "An account is in the household twice on one day." }]
        : []),
    ];
  }),
];

function days({ from, to }: { readonly from: Day; readonly to?: Day | undefined }) {
  return { from, to: to ?? null };
}

/** The stored facts about the accounts of a request. */
export interface HouseholdFacts {
  readonly isNameTaken: boolean;
  /** The numbers among them that are the firm's. */
  readonly ofFirm: ReadonlySet<string>;
  /** The days of these accounts in any household, without those that the request replaces. */
  readonly others: readonly MembershipRow[];
}

/** Problems of the rows that a request stores. An account that is not the firm's and one that is in
 * another household are refused alike. (`household_name_key`, `household_account_open_key`) */
export function problemsWithHousehold(
  rows: readonly MembershipRow[],
  { isNameTaken, ofFirm, others }: HouseholdFacts,
): Problem[] {
  const isForeign = rows.some(({ accountNumber }) => !ofFirm.has(accountNumber));
  const isElsewhere = rows.some((row) =>
    others.some((other) => other.accountNumber === row.accountNumber && overlap(other, row)),
  );
  return [
    ...(isNameTaken ? [ruleProblem(householdErrors.unique)] : []),
    ...brokenIf(isForeign || isElsewhere, householdErrors.account),
  ];
}
