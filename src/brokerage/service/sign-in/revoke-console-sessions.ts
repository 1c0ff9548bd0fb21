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

/** Ends the session of an id, or whatever the person of a login id could use, what came of links by that person
 * too; refuses where there is nothing. An administrator names one of the staff, and no session: a login id may be all digits. */
export async function revokeConsoleSessions(
  ctx: WriteContext,
  given: string,
  by?: StaffManager,
): Promise<Revoked> {
  const ending = { sessionId: by === undefined && isId(given) ? given : null, loginId: given };
  let revoked: Revoked = { sessions: 0, links: 0, identities: 0 };
  await write(ctx, revokeConsoleSessionsEntry, async (tx) => {
    if (by !== undefined) await requireStaff(tx, by, given);
    // The sessions last: a sign-in that goes on holds its link or identity, and has its session then.
    const links = await updateLinksUsed(tx, given, ctx.realNow);
    const identities = await updateIdentitiesWithdrawn(tx, given, ctx.realNow);
    const ended = await updateSessionsEnded(tx, ending, ctx.realNow);
    if (ended.length + links + identities === 0) throw notFound(consoleErrors.session);
    revoked = { sessions: ended.length, links, identities };
    const named = ended.find(({ sessionId }) => sessionId === ending.sessionId);
    const person = named?.loginId ?? given;
    const byPerson = Map.groupBy(ended, ({ loginId }) => loginId);
    const audit = [...new Set([person, ...byPerson.keys()])].map((loginId) => {
      const sessionIds = (byPerson.get(loginId) ?? []).map(({ sessionId }) => sessionId);
      const taken = { links: String(links), identities: String(identities) };
      const after = { sessionIds, ...(loginId === person ? taken : { links: "0" }) };
      return { subject: `member:${loginId}`, after };
    });
    return { value: null, audit };
  });
  return revoked;
}
