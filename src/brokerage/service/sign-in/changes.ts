// Functions of sessions and identities for other resources.
import type { Context } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { insertKeptSession, type SessionRow, selectSession } from "./queries.ts";

export type { SessionRow } from "./queries.ts";
export { hashedIdentities } from "./rehash-identities.ts";

/** The session by which a request was sent, if it was sent by one. */
export async function sessionToKeep({ db, caller }: Context): Promise<SessionRow | undefined> {
  return caller.session && selectSession(db, caller.session);
}

/** Stores a session as it was, where it is not there: in a sandbox that has begun anew. Without its
 * person or API user it proves nothing. */
export function keepSession(tx: Tx, session: SessionRow): void {
  insertKeptSession(tx, session);
}
