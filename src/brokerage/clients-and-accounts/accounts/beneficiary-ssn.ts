// How a beneficiary's social security number is stored: sealed, with a keyed hash and its last
// digits; and which stored number four digits mean.

import type { Day } from "@bursar/values/dates";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** The list of an account that a beneficiary is in: P primary, C contingent. */
export type BeneficiaryKind = "P" | "C";

/** A beneficiary's place, which is also its primary key. */
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

/** A stored number and whose it is. */
export interface StoredSsn extends BeneficiaryPlace {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: Day | null;
  readonly last4: string;
  readonly hash: Buffer;
  readonly sealed: Buffer;
}

/** The person for whom four digits are sent. */
export interface MaskedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth?: Day;
  readonly SSN: string;
}

/** The stored number that four digits mean: one that ends with them, of a person with this name in
 * the same list. If there are several such persons the date of birth decides; undefined if no
 * number or more than one matches. */
export function storedSsnOf(
  person: MaskedPerson,
  kind: BeneficiaryKind,
  stored: readonly StoredSsn[],
): StoredSsn | undefined {
  const namesakes = stored.filter(
    (row) =>
      row.kind === kind &&
      row.firstName === person.firstName &&
      row.lastName === person.lastName &&
      row.last4 === person.SSN,
  );
  const born = namesakes.filter(({ dateOfBirth }) => dateOfBirth === (person.dateOfBirth ?? null));
  return onlyNumberIn(namesakes) ?? onlyNumberIn(born);
}

function onlyNumberIn(rows: readonly StoredSsn[]): StoredSsn | undefined {
  const [first, ...others] = rows;
  return first && others.every(({ hash }) => hash.equals(first.hash)) ? first : undefined;
}

/** The nine digits of a stored number. */
export function openSsn(vault: Vault, { sealed, ...place }: StoredSsn): string {
  return vault.open(sealed, bindingOfPlace(place)).toString("utf8");
}

/** Seals a number of nine digits, dashes allowed, for one place of one list. */
export function sealSsn(vault: Vault, ssn: string | undefined, place: BeneficiaryPlace): SealedSsn {
  if (ssn === undefined) return { sealed: null, hash: null, last4: null };
  const digits = ssn.replaceAll("-", "");
  return {
    // A list is replaced as a whole and sealed again, so a sealed number never moves to another
    // place.
    sealed: vault.seal(digits, bindingOfPlace(place)),
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

function bindingOfPlace({ accountNumber, kind, position }: BeneficiaryPlace): string {
  return bindingOf([accountNumber, kind, position]);
}
