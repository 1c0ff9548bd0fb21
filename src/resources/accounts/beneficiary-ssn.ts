// How a beneficiary's social security number is kept: sealed, with a keyed hash and its last digits.
import type { Vault } from "../../platform/vault.ts";

/** Which list of an account a beneficiary stands in: P primary, C contingent. */
export type BeneficiaryKind = "P" | "C";

/** The place of a beneficiary, which is also its primary key. */
export interface BeneficiaryPlace {
  readonly accountNumber: string;
  readonly kind: BeneficiaryKind;
  readonly position: number;
}

/** The number as it is stored; all three are null where there is none. */
export interface SealedSsn {
  readonly sealed: Buffer | null;
  readonly hash: Buffer | null;
  readonly last4: string | null;
}

/** Seals a number of nine digits, dashes allowed, for one place of one list. */
export function sealSsn(vault: Vault, ssn: string | undefined, place: BeneficiaryPlace): SealedSsn {
  if (ssn === undefined) return { sealed: null, hash: null, last4: null };
  const digits = ssn.replaceAll("-", "");
  return {
    // A list is replaced whole and sealed anew, so a number never moves to another place.
    sealed: vault.seal(digits, bindingOf(place)),
    hash: vault.hash("beneficiary.ssn", digits),
    last4: digits.slice(-4),
  };
}

function bindingOf({ accountNumber, kind, position }: BeneficiaryPlace): string {
  return `beneficiary/${accountNumber}/${kind}/${position}`;
}
