// Signing in: a link is used up, and a session begins.
import type { OpenIdClaims } from "../../../platform/auth/open-id.ts";
import {
  drawSecret,
  isValidSecret,
  linkEnd,
  type RowSecret,
  secretHash,
} from "../../../platform/auth/session.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { unauthorized } from "../../../platform/refusals/unauthorized.ts";
import { startConsoleSessionEntry } from "./entries.ts";
import { lockIdentity } from "./identity-queries.ts";
import {
  insertSession,
  type LinkRow,
  type PersonRow,
  selectLink,
  updateLinkUsed,
} from "./queries.ts";
import { type Checking, mayAct } from "./sessions.ts";

/** The context of a change by a person who is not known yet. */
export type SignInContext = Omit<WriteContext, "actor">;

/** The link that a secret proves, if its person may sign in by it now. */
export async function findLink(
  checking: Checking,
  { id, secret }: RowSecret,
  now: Date,
): Promise<LinkRow | undefined> {
  const link = await selectLink(checking.db, id);
  if (link === undefined || !isValidSecret(checking.vault, "console-link", link, secret)) {
    return undefined;
  }
  const isGood = link.usedAt === null && now < linkEnd(link.at);
  return isGood && mayAct(checking, link) ? link : undefined;
}

/** By what a person signs in: a link, or what a provider says. */
export type SignedInBy = { readonly link: LinkRow } | { readonly identity: OpenIdClaims };

/** Begins a session; of two who use a link at once one is refused, and so is an identity that was withdrawn meanwhile. */
export async function startConsoleSession(
  context: SignInContext,
  { apiUserId, loginId, firm, linkedBy }: PersonRow,
  by: SignedInBy,
): Promise<RowSecret> {
  const { realNow: at, vault } = context;
  const id = context.newId();
  const secret = drawSecret(context.random);
  // A link is made for one sign-in, and used in it.
  const authenticatedAt = "link" in by ? at : by.identity.authenticatedAt;
  const row = { id, apiUserId, loginId, at, authenticatedAt, linkedBy };
  const actor = { apiUser: apiUserId, firm: firm.oid, member: loginId, session: id };
  const ctx = { ...context, actor };
  await write(ctx, startConsoleSessionEntry, async (tx) => {
    // A change that takes it away meanwhile waits for this session, and ends it as well.
    const isStillGood =
      "link" in by
        ? await updateLinkUsed(tx, by.link.id, at)
        : await lockIdentity(tx, by.identity, loginId);
    if (!isStillGood) throw unauthorized();
    insertSession(tx, { ...row, hash: secretHash(vault, "console-session", row, secret) });
    const how = "link" in by ? { linkId: by.link.id } : { issuer: by.identity.issuer };
    const after = { sessionId: id, apiUserId, ...how };
    return { value: null, audit: [{ subject: `member:${loginId}`, after }] };
  });
  return { id, secret };
}
