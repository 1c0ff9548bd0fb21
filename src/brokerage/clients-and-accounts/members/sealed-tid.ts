// How a member's tax id is stored: sealed for its member, with a keyed hash.
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** What the hash of a tax id is for. */
export const tidPurpose = "member.tid";

/** What a member's tax id is bound to when it is sealed. */
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
