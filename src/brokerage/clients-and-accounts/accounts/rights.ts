// The rights to an account that its levels of permission give; an owner has all. (interface 5)
import { permissionLevels } from "../../../reference/codes.ts";
import { type Right, rights } from "../../../values/rights.ts";
import { type Account, pluralOf } from "./schema.ts";

/** The right that each key of an account needs. */
export const keyRights: Readonly<Record<keyof Account, Right>> = {
  accountName: "summary",
  accountNumber: "summary",
  accountType: "summary",
  owners: "summary",
  firmId: "summary",
  billingPlanOid: "detail",
  defaultTaxLotSelection: "detail",
  initContributionDate: "detail",
  longTermTaxRate: "detail",
  shortTermTaxRate: "detail",
  securityExclusions: "detail",
  issueExclusions: "detail",
  sectorExclusions: "detail",
  minor: "papers",
  trustees: "papers",
  w9BackupWithholding: "papers",
  primaryBeneficiaries: "papers",
  contingentBeneficiaries: "papers",
  trustedContacts: "papers",
};

/** How each of some clients stands to an account; a client without a level does not see it. */
export interface Standing {
  readonly owners: readonly string[];
  readonly openedBy: string | null;
  /** The levels of permitted members by login id; null without any. */
  readonly permitted: Readonly<Record<string, string>> | null;
}

const levelsByRight = new Map(
  rights.map((right) => [
    right,
    permissionLevels.rows.filter((row) => row.rights.includes(right)).map(({ code }) => code),
  ]),
);

/** The levels that have a right. */
export function levelsWith(right: Right): readonly string[] {
  return levelsByRight.get(right) ?? [];
}

/** The rights that all of some clients have to an account; without clients all of them. */
export function rightsOf(
  loginIds: readonly string[],
  { owners, openedBy, permitted }: Standing,
): ReadonlySet<Right> {
  const levelsOf = (loginId: string) => [
    permitted?.[loginId],
    openedBy === loginId ? "AC" : undefined,
  ];
  const holds = (right: Right) => (loginId: string) =>
    owners.includes(loginId) || levelsOf(loginId).some((level) => has(level, right));
  return new Set(rights.filter((right) => loginIds.every(holds(right))));
}

function has(level: string | undefined, right: Right): boolean {
  return level !== undefined && levelsWith(right).includes(level);
}

/** The names under which a request to open an account sends its owners. */
const ownerNames = ["primaryAccountOwner", "jointAccountOwners"];

/** Whether someone with these rights may know that a field of an account has changed. What an account
 * does not show (who else is permitted on it) needs the right to its papers. */
export function maySeeField(held: ReadonlySet<Right>, name: string): boolean {
  if (ownerNames.includes(name)) return held.has("summary");
  return held.has(keyRights[pluralOf(name) as keyof Account] ?? "papers");
}
