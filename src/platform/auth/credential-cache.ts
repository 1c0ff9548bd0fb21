// Remembers credentials for a few seconds, so that not every request looks its sender up in the
// store. Revocation still holds within five seconds; each request's signature is verified all the
// same.
import type { Credential, CredentialStore } from "./authenticate.ts";

/** How long a credential is trusted without looking it up again, in milliseconds. */
const trustedForMs = 4_000;

const maxRemembered = 10_000;

interface Remembered<T> {
  readonly since: number;
  readonly credential: T;
}

/** The same store, in which a valid credential is looked up at most once in four seconds. */
export function rememberCredentials(store: CredentialStore): CredentialStore {
  const byKey = remember(store.byApiKey);
  const byHash = remember(store.byTokenHash);
  return {
    byApiKey: (apiKey, now) => byKey(apiKey, apiKey, now),
    byTokenHash: (hash, now) => byHash(hash.toString("latin1"), hash, now),
  };
}

/** Only valid credentials are remembered, so that guesses fill no memory. */
function remember<Key, T extends Credential>(
  find: (key: Key, now: Date) => Promise<T | undefined>,
) {
  const known = new Map<string, Remembered<T>>();
  return async (name: string, key: Key, now: Date): Promise<T | undefined> => {
    const remembered = known.get(name);
    if (remembered && isFresh(remembered, now)) return remembered.credential;
    known.delete(name);
    const credential = await find(key, now);
    if (credential === undefined) return undefined;
    known.set(name, { since: +now, credential });
    if (known.size > maxRemembered) known.delete(known.keys().next().value ?? "");
    return credential;
  };
}

function isFresh({ since, credential }: Remembered<Credential>, now: Date): boolean {
  const age = +now - since;
  const isValid = credential.expiresAt === undefined || +credential.expiresAt > +now;
  return age >= 0 && age < trustedForMs && isValid;
}
