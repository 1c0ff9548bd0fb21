// Reads of members for other resources.

import type { Id } from "@bursar/values/ids";
import type { CallerMember } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { selectFirmsOfMembers, selectMember } from "./queries.ts";

export { memberErrors } from "./errors.ts";
export { foldedLoginId, isLoginId } from "./folded-login-id.ts";
export { MemberPath, memberPath } from "./paths.ts";
export { callerFirm, selectIsLoginIdTaken as isLoginIdTaken } from "./queries.ts";
export { Member, MemberUpdate, signInAddress } from "./schema.ts";
export { type AddressOfPerson, isAddressSealed, mayRecognize } from "./sign-in-address.ts";
export {
  selectCipStatus,
  selectClientsOfFirm as clientsOfFirm,
  selectUnverified,
} from "./verification-queries.ts";

/** A member named in a request, or undefined when there is none. */
export async function selectCallerMember(
  db: Reader,
  loginId: string,
): Promise<CallerMember | undefined> {
  if (loginId.includes("\0")) return undefined; // PostgreSQL text cannot contain U+0000
  return selectMember(db, loginId);
}

/** The firms of some members, by login id. */
export async function firmsOfMembers(
  db: Reader,
  loginIds: readonly string[],
): Promise<ReadonlyMap<string, Id>> {
  if (loginIds.length === 0) return new Map();
  const rows = await selectFirmsOfMembers(db, loginIds);
  return new Map(rows.map(({ loginId, firmOid }) => [loginId, firmOid]));
}
