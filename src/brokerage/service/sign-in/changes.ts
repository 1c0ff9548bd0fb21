// Functions of sessions and identities for other resources.
import type { Context } from "../../../platform/change/context.ts";
import { type SessionRow, selectSession } from "./queries.ts";

export { insertKeptSession, type SessionRow } from "./queries.ts";
export { hashedIdentities } from "./rehash-identities.ts";

/** The session by which a request was sent, if it was sent by one. */
export async function sessionToKeep({ db, caller }: Context): Promise<SessionRow | undefined> {
  return caller.session && selectSession(db, caller.session);
}
