// The investors of an account: its owners with the facts about their means, and what they count as.
// (interface 2.3)

import type { Day } from "@bursar/values/dates";
import { accountTypes, exemptions } from "../../../reference/codes.ts";
import {
  isAccredited,
  isQualifiedInstitutionalBuyer,
  isVerified,
  type VerifiedLevel,
} from "../../clients-and-accounts/accreditation/reads.ts";
import type { CountedInvestor, OwnerRow } from "./eligibility-queries.ts";

/** An owner with what was verified last. */
export interface Owner extends OwnerRow {
  readonly level: VerifiedLevel | undefined;
}

/** The owners of an account on a day, the primary one first. */
export interface Investors {
  readonly accountNumber: string;
  readonly accountType: string;
  readonly owners: readonly Owner[];
  readonly today: Day;
}

/** Whether an account belongs to a firm, not to natural persons. */
export function isCorporate({ accountType }: Pick<Investors, "accountType">): boolean {
  return accountTypes.find(accountType)?.holder === "corporate";
}

/** Whether every owner is accredited; for a firm only what was verified of its representative
 * counts. */
export function areAccredited(investors: Investors): boolean {
  const { owners, today } = investors;
  if (isCorporate(investors)) return isVerified(owners[0]?.level, today);
  return owners.every((owner) => isAccredited(owner.level, owner, today));
}

/** Whether every owner is verified as accredited today. */
export function areVerified({ owners, today }: Investors): boolean {
  return owners.every(({ level }) => isVerified(level, today));
}

/** Whether the firm's representative is verified as a qualified institutional buyer. */
export function isBuyerQualified({ owners, today }: Investors): boolean {
  return isQualifiedInstitutionalBuyer(owners[0]?.level, today);
}

/** Whether an exemption admits these investors in addition to those already counted. */
export function areWithinCounts(
  exemption: string,
  investors: Investors,
  counted: readonly CountedInvestor[],
): boolean {
  const { accountNumber, accountType, owners, today } = investors;
  const { maximumInvestors, maximumNonAccredited } = exemptions.lastInForce(exemption, today) ?? {};
  const accredited = areAccredited(investors);
  const others = counted.filter((each) => each.accountNumber !== accountNumber);
  const own = owners.map(({ loginId }) => ({ loginId, accountType, accredited }));
  const all = [...others, ...own];
  const distinct = (some: readonly { readonly loginId: string }[]) =>
    new Set(some.map(({ loginId }) => loginId)).size;
  const notAccredited = all.filter((each) => !each.accredited && !isCorporate(each));
  return (
    isAtMost(distinct(all), maximumInvestors) &&
    isAtMost(distinct(notAccredited), maximumNonAccredited)
  );
}

function isAtMost(count: number, maximum: number | undefined): boolean {
  return maximum === undefined || count <= maximum;
}
