// The hashes of identities under another master key: without them people who sign in by a provider
// would need a link again. A row that the service did not write does not become sound.
import { identityHash, isIdentityRow } from "../../../platform/auth/session.ts";
import type { HashedTable } from "../../../platform/maintenance/rotate-master-key.ts";
import { selectIdentities, updateIdentityHashes } from "./identity-queries.ts";

/** The identities of people at a provider, for a change of the master key. */
export const hashedIdentities: HashedTable = {
  table: "console_identity",
  rehash: async (tx, { from, to }) => {
    const sound = (await selectIdentities(tx)).filter((row) => isIdentityRow(from, row));
    const rows = sound.map((row) => ({ ...row, hash: identityHash(to, row) }));
    await updateIdentityHashes(tx, rows);
    return rows.length;
  },
};
