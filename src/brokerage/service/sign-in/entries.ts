// The content of the audit entries of signing in and out; never a secret.

import {
  entryCount,
  entryId,
  entryInstant,
  entryShape,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { optional } from "../../../values/wire.ts";

/** A link that was made for a person. */
export const createConsoleLinkEntry = entryShape("createConsoleLink", {
  subject: ofMember,
  after: Type.Object({ linkId: entryId, apiUserId: entryId, expiresAt: entryInstant }),
});

/** A person who signed in. */
export const startConsoleSessionEntry = entryShape("startConsoleSession", {
  subject: ofMember,
  after: Type.Object({
    sessionId: entryId,
    apiUserId: entryId,
    linkId: optional(entryId),
    issuer: optional(Type.String()),
  }),
});

/** The subject of a provider that was bound to a person. */
export const bindConsoleIdentityEntry = entryShape("bindConsoleIdentity", {
  subject: ofMember,
  after: Type.Object({
    issuer: Type.String(),
    providerSubject: Type.String(),
    apiUserId: entryId,
    linkId: optional(entryId),
  }),
});

/** A person who signed out. */
export const endConsoleSessionEntry = entryShape("endConsoleSession", {
  subject: ofMember,
  after: Type.Object({ sessionId: entryId }),
});

/** Sessions and unused links that were taken away. */
export const revokeConsoleSessionsEntry = entryShape("revokeConsoleSessions", {
  subject: ofMember,
  after: Type.Object({
    sessionIds: Type.Array(entryId),
    links: entryCount,
    identities: optional(entryCount),
  }),
});
