// Taking sessions away: one, or all of a person with the links that nobody has used and whoever the
// person is at a provider.

import { isId } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { revokeConsoleSessionsEntry } from "./entries.ts";
import { consoleErrors } from "./errors.ts";
import { updateIdentitiesWithdrawn } from "./identity-queries.ts";
import { updateLinksUsed, updateSessionsEnded } from "./queries.ts";
import { requireStaff, type StaffManager } from "./staff-access.ts";

/** The numbers of sessions and links that were taken away. */
export interface Revoked {
  readonly sessions: number;
  readonly links: number;
  /** Identities at a provider, by which the person signs in no more until a new link binds one. */
  readonly identities: number;
}

/** Ends the session of an id, or whatever the person of a login id could use; refuses where there is
 * nothing. An administrator names one of the staff, and no session: a login id may be all digits. */
export async function revokeConsoleSessions(
  ctx: WriteContext,
  given: string,
  by?: StaffManager,
): Promise<Revoked> {
  const ending = { sessionId: by === undefined && isId(given) ? given : null, loginId: given };
  let revoked: Revoked = { sessions: 0, links: 0, identities: 0 };
  await write(ctx, revokeConsoleSessionsEntry, async (tx) => {
    if (by !== undefined) await requireStaff(tx, by, given);
    const ended = await updateSessionsEnded(tx, ending, ctx.realNow);
    const links = await updateLinksUsed(tx, given, ctx.realNow);
    const identities = await updateIdentitiesWithdrawn(tx, given, ctx.realNow);
    if (ended.length + links + identities === 0) throw notFound(consoleErrors.session);
    revoked = { sessions: ended.length, links, identities };
    const person = ended[0]?.loginId ?? given;
    const sessionIds = ended.map(({ sessionId }) => sessionId);
    const after = { sessionIds, links: String(links), identities: String(identities) };
    return { value: null, audit: [{ subject: `member:${person}`, after }] };
  });
  return revoked;
}
