// Reading one account. (interface 2.2)
import assert from "node:assert/strict";
import { type Day, encodeDay } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import { type Context, clientsInView } from "../../../platform/change/context.ts";
import type { Right } from "../../../values/rights.ts";
import { encodeAddress } from "./address.ts";
import type { BeneficiaryKind } from "./beneficiary-ssn.ts";
import {
  type AccountDetail,
  accountDetail,
  type ContactRow,
  type ExclusionKind,
  selectStanding,
} from "./detail-queries.ts";
import { keyRights, rightsOf } from "./rights.ts";
import { isSimpleIra } from "./rules.ts";
import type { Account } from "./schema.ts";
import type { ShownAccount } from "./shown-schema.ts";

/** An account without what the caller's client has no right to; it shows only the last four digits
 * of a social security number. */
export async function getAccount(
  { db, caller }: Context,
  accountNumber: string,
): Promise<ShownAccount> {
  const loginIds = clientsInView(caller).map(({ loginId }) => loginId);
  const [detail, standing] = await Promise.all([
    db.first(accountDetail(accountNumber)),
    loginIds.length === 0 ? undefined : selectStanding(db, accountNumber, loginIds),
  ]);
  assert(detail, "access has found the account");
  const account = encodeAccount(detail);
  // No client is named: the firm sees everything.
  if (loginIds.length === 0) return account;
  assert(standing, "access has found the account");
  return shownTo(rightsOf(loginIds, standing), account);
}

/** An account whose keys without their right are null. */
function shownTo(held: ReadonlySet<Right>, account: Account): ShownAccount {
  if (Object.values(keyRights).every((right) => held.has(right))) return account;
  const shown = Object.entries(account).map(([key, value]) => {
    const right = keyRights[key as keyof Account];
    return [key, held.has(right) ? value : null];
  });
  return Object.fromEntries(shown) as ShownAccount;
}

/** An account in the interface's terms, as it is returned and audited. */
export function encodeAccount(detail: AccountDetail): Account {
  const { accountType, initContributionDate } = detail;
  return {
    accountName: detail.accountName,
    accountNumber: detail.number,
    accountType,
    billingPlanOid: detail.billingPlanOid,
    defaultTaxLotSelection: detail.defaultTaxLotSelection,
    longTermTaxRate: detail.longTermTaxRate,
    shortTermTaxRate: detail.shortTermTaxRate,
    ...(isSimpleIra(accountType) && { initContributionDate: encodeDate(initContributionDate) }),
    owners: [...detail.owners],
    minor: encodeMinor(detail),
    trustees: [...detail.trustees],
    firmId: detail.firmId,
    w9BackupWithholding: detail.w9BackupWithholding,
    primaryBeneficiaries: encodeBeneficiaries(detail, "P"),
    contingentBeneficiaries: encodeBeneficiaries(detail, "C"),
    trustedContacts: detail.trustedContacts.map(encodeContact),
    securityExclusions: [
      ...encodeExclusions(detail, "SECURITY"),
      ...encodeExclusions(detail, "OWNER"),
    ],
    issueExclusions: encodeExclusions(detail, "ISSUE"),
    sectorExclusions: encodeExclusions(detail, "SECTOR"),
  };
}

/** Only the named fields of an account. */
export function fieldsOf(account: Account, names: readonly string[]): Partial<Account> {
  return Object.fromEntries(Object.entries(account).filter(([name]) => names.includes(name)));
}

function encodeDate(day: Day | null): string | null {
  return day === null ? null : encodeDay(day);
}

function encodeMinor({ minor, minorSsnLast4 }: AccountDetail) {
  if (minor === null) return null;
  const { firstName, lastName, dateOfBirth = null } = minor;
  return { firstName, lastName, dateOfBirth: encodeDate(dateOfBirth), SSN: minorSsnLast4 };
}

function encodeBeneficiaries({ beneficiaries }: AccountDetail, kind: BeneficiaryKind) {
  return beneficiaries
    .filter((row) => row.kind === kind)
    .map((row) => ({
      SSN: row.ssnLast4,
      citizenship: row.citizenship,
      dateOfBirth: encodeDate(row.dateOfBirth),
      firstName: row.firstName,
      lastName: row.lastName,
      relationship: row.relationship,
      sharePct: row.sharePct === null ? null : fixed(row.sharePct, 2),
    }));
}

function encodeContact({ mailingAddress, dateOfBirth, ...row }: ContactRow) {
  return {
    ...row,
    mailingAddress: mailingAddress === null ? null : encodeAddress(mailingAddress),
    dateOfBirth: encodeDate(dateOfBirth),
  };
}

function encodeExclusions({ exclusions }: AccountDetail, kind: ExclusionKind) {
  return exclusions
    .filter((row) => row.kind === kind)
    .map(({ value, startOn, endOn }) => ({
      exclusionValue: value,
      exclusionStartDate: encodeDate(startOn),
      exclusionEndDate: encodeDate(endOn),
    }));
}
