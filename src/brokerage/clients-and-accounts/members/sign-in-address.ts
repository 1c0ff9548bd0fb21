// The e-mail address by which a person may be recognized at a first sign-in by OpenID Connect: one
// that a load, the command line or an administrator set and that is the same since.
// (docs/adr/0026-open-id-connect.md)
import type { Caller } from "../../../platform/change/context.ts";
import { isSameBytes } from "../../../platform/keys/same-bytes.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** The facts that decide whose address it is; one of an administrator binds nobody. */
export interface AddressOfPerson {
  readonly loginId: string;
  readonly firmOid: string;
  readonly membershipType: string;
  readonly staffRole: string | null;
  readonly email: string | null;
}

/** The columns of a sealed address; null where the address was set by somebody else, or is none. */
export interface SealedAddress {
  readonly sign_in_sealed: Buffer | null;
  readonly sign_in_hash: Buffer | null;
}

/** The columns of an address that authenticates nobody. */
export const unsealedAddress: SealedAddress = { sign_in_sealed: null, sign_in_hash: null };

const purpose = "member.sign-in-address";

function binding(loginId: string): string {
  return `member/${loginId}/sign-in-address`;
}

function textOf(person: AddressOfPerson): string {
  const { loginId, firmOid, membershipType, staffRole, email } = person;
  return JSON.stringify([loginId, firmOid, membershipType, staffRole, email]);
}

/** Seals an address for its person, as whoever calls vouches for it. */
export function sealAddress(vault: Vault, person: AddressOfPerson): SealedAddress {
  if (person.email === null) return unsealedAddress;
  const text = textOf(person);
  return {
    sign_in_sealed: vault.seal(text, binding(person.loginId)),
    sign_in_hash: vault.hash(purpose, text),
  };
}

/** Whether the address of a person is as it was sealed for that person. */
export function isAddressSealed(
  vault: Vault,
  person: AddressOfPerson & { readonly hash: Buffer },
): boolean {
  return isSameBytes(vault.hash(purpose, textOf(person)), person.hash);
}

/** Whether somebody may be recognized by an address at all: an administrator is bound by a link. */
export function mayRecognize({ staffRole }: Pick<AddressOfPerson, "staffRole">): boolean {
  return staffRole !== "administrator";
}

/** Whether a caller vouches for addresses: an administrator who has signed in. No key does, since
 * it says nothing of the person behind it. */
export function vouchesForAddresses({ session, isAdministrator }: Caller): boolean {
  return session !== undefined && isAdministrator;
}

/** Whether a caller may change the address of one of the staff: an administrator and the person
 * may, signed in, and the operator's systems. */
export function mayChangeStaffAddress(caller: Caller, loginId: string): boolean {
  if (caller.session === undefined) return caller.firm.kind === "operator";
  return caller.isAdministrator || caller.member?.loginId === loginId;
}

/** Where sealed addresses are, for a change of the master key. */
export const sealedAddresses: SealedColumn = {
  table: "member",
  column: "sign_in_sealed",
  key: { login_id: "text" },
  binding: ([loginId = ""]) => binding(loginId),
  hash: { column: "sign_in_hash", purpose },
};
