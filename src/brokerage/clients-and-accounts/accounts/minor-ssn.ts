// How the social security number of an account's minor is stored: sealed for its account, with a
// keyed hash and its last digits.
import type { Vault } from "../../../platform/keys/vault.ts";
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";
import type { SealedSsn } from "./beneficiary-ssn.ts";

const purpose = "minor.ssn";

function bindingOf(accountNumber: string): string {
  return `account/${accountNumber}/minor`;
}

/** Seals a number of nine digits, dashes allowed, for the minor of an account. */
export function sealMinorSsn(
  vault: Vault,
  accountNumber: string,
  ssn: string | undefined,
): SealedSsn {
  if (ssn === undefined) return { sealed: null, hash: null, last4: null };
  const digits = ssn.replaceAll("-", "");
  return {
    sealed: vault.seal(digits, bindingOf(accountNumber)),
    hash: vault.hash(purpose, digits),
    last4: digits.slice(-4),
  };
}

/** Where the sealed numbers are, for a change of the master key. */
export const sealedMinorSsns: SealedColumn = {
  table: "account",
  column: "minor_ssn_sealed",
  key: { account_number: "text" },
  binding: ([accountNumber = ""]) => bindingOf(String(accountNumber)),
  hash: { column: "minor_ssn_hash", purpose },
};
