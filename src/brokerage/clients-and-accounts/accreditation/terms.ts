// The meaning of a member's verified accreditation on a day: verified, accredited, qualified
// institutional buyer. (interface 2.3)
import type { Day } from "@bursar/values/dates";
import type { AccreditationState } from "./life-cycle.ts";

/** The level of a member that was verified last: `N` not accredited or `A` accredited, and the
 * sub-level, `O` none, `C` qualified client, `P` qualified purchaser, `I` qualified institutional
 * buyer. */
export interface VerifiedLevel {
  readonly level: string;
  /** The last day on which the level holds; null if it is `N`. */
  readonly expiresOn: Day | null;
  readonly subLevel: string;
  readonly subLevelExpiresOn: Day | null;
}

/** A member's own statements, by income and by net worth. */
export interface OwnStatements {
  readonly accreditedByIncome: boolean;
  readonly accreditedByNetWorth: boolean;
}

/** The state that a member's last record has on a day; undefined is no record. */
export function accreditationStateOf(
  last: VerifiedLevel | undefined,
  today: Day,
): AccreditationState {
  if (last === undefined) return "none";
  if (last.level !== "A") return "NON_ACCREDITED";
  return isOver(last.expiresOn, today) ? "LAPSED" : "ACCREDITED";
}

/** Whether somebody has verified that the member is accredited, and the record holds today. */
export function isVerified(last: VerifiedLevel | undefined, today: Day): boolean {
  return accreditationStateOf(last, today) === "ACCREDITED";
}

/** Whether the member counts as accredited: verified, or by its own word unless it was found not to
 * be. */
export function isAccredited(
  last: VerifiedLevel | undefined,
  { accreditedByIncome, accreditedByNetWorth }: OwnStatements,
  today: Day,
): boolean {
  if (isVerified(last, today)) return true;
  const isDenied = accreditationStateOf(last, today) === "NON_ACCREDITED";
  return !isDenied && (accreditedByIncome || accreditedByNetWorth);
}

/** Whether the member is verified as a qualified institutional buyer, and that holds today. */
export function isQualifiedInstitutionalBuyer(
  last: VerifiedLevel | undefined,
  today: Day,
): boolean {
  if (last === undefined || !isVerified(last, today)) return false;
  return last.subLevel === "I" && !isOver(last.subLevelExpiresOn, today);
}

function isOver(expiresOn: Day | null, today: Day): boolean {
  return expiresOn !== null && today > expiresOn;
}
