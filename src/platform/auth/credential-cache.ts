// A cache of credentials for a few seconds, so that not every request looks its sender up in the
// store. Revocation still holds within five seconds; each request's signature is verified all the
// same.
import { hash } from "node:crypto";
import { evictOldest } from "../process/evict-oldest.ts";
import type {
  Credential,
  CredentialStore,
  RememberingStore,
  SessionCredential,
  SigningCredential,
} from "./authenticate.ts";
import { encodeSecret, type RowSecret } from "./session.ts";

/** How long a credential is trusted without looking it up again, in milliseconds. */
const trustedForMs = 4_000;

const maxRemembered = 10_000;

/** How long a token that nobody has is refused without looking it up again, in milliseconds: such a
 * token is mostly sent again and again. It is no longer, as an API user may be restored. */
const unknownForMs = 1_000;

const maxUnknown = 1_000;

interface Remembered<T> {
  readonly since: number;
  readonly credential: T;
}

/** The same store, which looks a token up at most once in four seconds, or in one while nobody has
 * it, and reports which keys it remembers. */
export function cacheCredentials(store: CredentialStore): RememberingStore {
  const keys = openMemory<SigningCredential>();
  const tokens = openMemory<Credential>();
  const unknown = new Map<string, number>();
  const isUnknown = (digest: string, now: Date) => {
    const age = +now - (unknown.get(digest) ?? -Infinity);
    return age >= 0 && age < unknownForMs;
  };
  return {
    cachedKey: (apiKey, now) => keys.find(apiKey, now),
    byApiKey: async (apiKey, now) => keys.keep(apiKey, now, await store.byApiKey(apiKey, now)),
    async byToken(digest, makeHash, now) {
      const remembered = tokens.find(digest, now);
      if (remembered !== undefined || isUnknown(digest, now)) return remembered;
      const found = await store.byTokenHash(makeHash(), now);
      unknown.delete(digest);
      if (found === undefined) unknown.set(digest, +now);
      evictOldest(unknown, maxUnknown);
      return tokens.keep(digest, now, found);
    },
  };
}

/** The source of open sessions; those that have ended are never returned. */
export interface SessionStore {
  bySession(proof: RowSecret, now: Date): Promise<SessionCredential | undefined>;
  /** Notes that a session is used, so that it does not end for being silent. */
  noteUse(proof: RowSecret, now: Date): Promise<void>;
}

/** The same store, with a cache of its last results. */
export interface RememberedSessions extends SessionStore {
  /** Looks a session up again for its next request. */
  forget(proof: RowSecret): void;
}

/** The same store, which looks a session up at most once in four seconds. */
export function cacheSessions(store: SessionStore): RememberedSessions {
  const sessions = openMemory<SessionCredential>();
  return {
    async bySession(proof, now) {
      const name = proofName(proof);
      const remembered = sessions.find(name, now);
      return remembered ?? sessions.keep(name, now, await store.bySession(proof, now));
    },
    async noteUse(proof, now) {
      await store.noteUse(proof, now);
      sessions.forget(proofName(proof));
    },
    forget: (proof) => sessions.forget(proofName(proof)),
  };
}

/** A secret stays in memory no longer than its request. */
function proofName(proof: RowSecret): string {
  return hash("sha256", encodeSecret(proof));
}

interface Memory<T> {
  find(name: string, now: Date): T | undefined;
  keep(name: string, now: Date, credential: T | undefined): T | undefined;
  forget(name: string): void;
}

/** Only valid credentials are remembered, so that guesses fill no memory. */
function openMemory<T extends Credential>(): Memory<T> {
  const known = new Map<string, Remembered<T>>();
  return {
    find(name, now) {
      const remembered = known.get(name);
      if (remembered === undefined) return undefined;
      const { since, credential } = remembered;
      const age = +now - since;
      const isValid = credential.expiresAt === undefined || +credential.expiresAt > +now;
      return age >= 0 && age < trustedForMs && isValid ? credential : undefined;
    },
    keep(name, now, credential) {
      known.delete(name);
      if (credential === undefined) return undefined;
      known.set(name, { since: +now, credential });
      evictOldest(known, maxRemembered);
      return credential;
    },
    forget: (name) => void known.delete(name),
  };
}
