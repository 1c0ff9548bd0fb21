// The first sign-in by a provider: its subject is bound to a person, by a link or by the address that
// the provider has verified.

import type { Id } from "@bursar/values/ids";
import type { OpenIdClaims } from "../../../platform/auth/open-id.ts";
import { identityHash } from "../../../platform/auth/session.ts";
import { write } from "../../../platform/change/write.ts";
import { unauthorized } from "../../../platform/refusals/unauthorized.ts";
import { bindConsoleIdentityEntry } from "./entries.ts";
import { deleteIdentities, insertIdentity } from "./identity-queries.ts";
import { updateLinkUsed } from "./queries.ts";
import type { SignInContext } from "./start-console-session.ts";

/** The person to whom a subject is bound; by a link the binding takes the place of an earlier
 * one. */
export interface Binding {
  readonly loginId: string;
  readonly apiUserId: Id;
  readonly linkId: Id | undefined;
  readonly linkedBy: string | null;
}

/** Binds a subject; refuses if another sign-in has done so meanwhile. */
export async function bindConsoleIdentity(
  context: SignInContext,
  { issuer, subject }: OpenIdClaims,
  { loginId, apiUserId, linkId, linkedBy }: Binding,
): Promise<void> {
  const { realNow: at, vault } = context;
  const row = { issuer, subject, apiUserId, loginId, at, linkedBy };
  const ctx = { ...context, actor: { apiUser: apiUserId, member: loginId } };
  await write(ctx, bindConsoleIdentityEntry, async (tx) => {
    if (linkId !== undefined) {
      if (!(await updateLinkUsed(tx, linkId, at))) throw unauthorized();
      deleteIdentities(tx, row);
    }
    const hash = identityHash(vault, row);
    if (!(await insertIdentity(tx, { ...row, hash }))) throw unauthorized();
    const after = { issuer, providerSubject: subject, apiUserId, ...(linkId && { linkId }) };
    return { value: null, audit: [{ subject: `member:${loginId}`, after }] };
  });
}
