// How a member's tax id is stored: sealed for its member, with a keyed hash.
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** The purpose of the hash of a tax id. */
export const tidPurpose = "member.tid";

/** The binding of a member's tax id when it is sealed. */
export function tidBinding(loginId: string): string {
  return `member/${loginId}/tid`;
}

/** Where the sealed tax ids are, for a change of the master key. */
export const sealedTids: SealedColumn = {
  table: "member",
  column: "tid_sealed",
  key: { login_id: "text" },
  binding: ([loginId = ""]) => tidBinding(loginId),
  hash: { column: "tid_hash", purpose: tidPurpose },
};
