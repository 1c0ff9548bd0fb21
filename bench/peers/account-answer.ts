// An account as both peers answer it, from its row and those of its lists.
import { stampOf } from "./answers.ts";

interface ListRow {
  readonly kind: string;
  readonly position: number;
}

/** The columns of an account that a query selects. */
export interface AccountRow {
  readonly number: string;
  readonly name: string;
  readonly type: string;
  readonly billingPlanOid: string | null;
  readonly defaultTaxLotSelection: string | null;
  readonly longTermTaxRate: string | null;
  readonly shortTermTaxRate: string | null;
  readonly owners: readonly string[];
  readonly minor: unknown;
  readonly trustees: unknown;
  readonly firmId: string | null;
  readonly w9BackupWithholding: boolean;
  readonly isRetirement: boolean;
  readonly initContributionDate: string | null;
  readonly beneficiaries: readonly (ListRow & { readonly details: unknown })[];
  readonly trustedContacts: readonly ContactRow[];
  readonly exclusions: readonly (ListRow & ExclusionRow)[];
}

interface ContactRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly relationship: string | null;
  readonly email: string | null;
  readonly telephone: string | null;
  readonly mailingAddress: unknown;
  readonly dateOfBirth: string | null;
}

interface ExclusionRow {
  readonly value: string;
  readonly startOn: string | null;
  readonly endOn: string | null;
}

/** The account's response. */
export function accountOf(row: AccountRow) {
  const beneficiaries = (kind: string) =>
    row.beneficiaries.filter((each) => each.kind === kind).map(({ details }) => details);
  const exclusions = (kind: string) =>
    row.exclusions
      .filter((each) => each.kind === kind)
      .map(({ value, startOn, endOn }) => ({
        exclusionValue: value,
        exclusionStartDate: stampOf(startOn),
        exclusionEndDate: stampOf(endOn),
      }));
  return {
    accountName: row.name,
    accountNumber: row.number,
    accountType: row.type,
    billingPlanOid: row.billingPlanOid,
    defaultTaxLotSelection: row.defaultTaxLotSelection,
    longTermTaxRate: row.longTermTaxRate,
    shortTermTaxRate: row.shortTermTaxRate,
    ...(row.isRetirement && { initContributionDate: row.initContributionDate }),
    owners: row.owners,
    minor: row.minor,
    trustees: row.trustees,
    firmId: row.firmId,
    w9BackupWithholding: row.w9BackupWithholding,
    primaryBeneficiaries: beneficiaries("P"),
    contingentBeneficiaries: beneficiaries("C"),
    trustedContacts: row.trustedContacts.map((contact) => ({
      firstName: contact.firstName,
      lastName: contact.lastName,
      relationship: contact.relationship,
      email: contact.email,
      telephone: contact.telephone,
      mailingAddress: contact.mailingAddress,
      dateOfBirth: contact.dateOfBirth,
    })),
    securityExclusions: exclusions("SECURITY"),
    issueExclusions: exclusions("ISSUE"),
    sectorExclusions: exclusions("SECTOR"),
  };
}
