// Signing in: a link is used up, and a session begins.
import { isSecretOf, linkEnd, type RowSecret, secretHash } from "../../platform/auth/session.ts";
import type { WriteContext } from "../../platform/change/context.ts";
import { write } from "../../platform/change/write.ts";
import { unauthorized } from "../../platform/refusals/unauthorized.ts";
import { startConsoleSessionEntry } from "./entries.ts";
import { insertSession, type LinkRow, selectLink, updateLinkUsed } from "./queries.ts";
import { type Checking, mayAct } from "./sessions.ts";

/** What a change by a person who is not known yet is made with. */
export type SignInContext = Omit<WriteContext, "actor">;

/** The link that a secret proves, if its person may sign in by it now. */
export async function findLink(
  checking: Checking,
  { id, secret }: RowSecret,
  now: Date,
): Promise<LinkRow | undefined> {
  const link = await selectLink(checking.db, id);
  if (link === undefined || !isSecretOf(checking.vault, "console-link", link, secret)) {
    return undefined;
  }
  const isGood = link.usedAt === null && now < linkEnd(link.at);
  return isGood && mayAct(checking, link) ? link : undefined;
}

/** Begins a session by a link; of two who use it at once one is refused. */
export async function startConsoleSession(
  context: SignInContext,
  link: LinkRow,
): Promise<RowSecret> {
  const { apiUserId, loginId, firm } = link;
  const { realNow: at, vault } = context;
  const id = context.newId();
  const secret = Buffer.from(context.random(32)).toString("base64url");
  const row = { id, apiUserId, loginId, at };
  const actor = { apiUser: apiUserId, firm: firm.oid, member: loginId, session: id };
  const ctx = { ...context, actor };
  await write(ctx, startConsoleSessionEntry, async (tx) => {
    if (!(await updateLinkUsed(tx, link.id, at))) throw unauthorized();
    insertSession(tx, { ...row, hash: secretHash(vault, "console-session", row, secret) });
    const after = { sessionId: id, apiUserId, linkId: link.id };
    return { value: null, audit: [{ subject: `member:${loginId}`, after }] };
  });
  return { id, secret };
}
