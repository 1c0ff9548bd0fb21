// How a beneficiary's social security number is kept: sealed, with a keyed hash and its last digits.

import type { Vault } from "../../platform/keys/vault.ts";
import type { SealedColumn } from "../../platform/upkeep/rotate-master-key.ts";

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
    sealed: vault.seal(digits, bindingOf([place.accountNumber, place.kind, place.position])),
    hash: vault.hash(purpose, digits),
    last4: digits.slice(-4),
  };
}

const purpose = "beneficiary.ssn";

/** Where the sealed numbers are, for a change of the master key. */
export const sealedSsns: SealedColumn = {
  table: "beneficiary",
  column: "ssn_sealed",
  key: { account_number: "text", kind: "text", position: "integer" },
  binding: bindingOf,
  hash: { column: "ssn_hash", purpose },
};

function bindingOf(key: readonly (string | number)[]): string {
  return ["beneficiary", ...key].join("/");
}
