// API keys of the firm. Only the page may request them: no key creates another key.
import { queryOptions } from "@tanstack/react-query";
import { askAsPage } from "./page-request.ts";
import { consolePath } from "./place.ts";

/** An API user of the firm. */
export interface ApiUser {
  readonly apiUserId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The only user it may act as. */
  readonly loginId: string | null;
  /** Whether the user may create a key for it. */
  readonly mayHaveKey: boolean;
}

/** A key without its secrets. */
export interface Key {
  readonly keyId: string;
  readonly kind: "token" | "signing";
  readonly apiUserId: string;
  readonly loginId: string | null;
  readonly createdTS: string;
  readonly expiresTS: string | null;
  readonly revokedTS: string | null;
}

/** A new key, whose secrets are shown once. */
export interface DrawnKey {
  readonly token?: string;
  readonly apiKey?: string;
  readonly sharedSecret?: string;
}

const address = `${consolePath}/keys`;

/** The API users and keys of the firm. */
export const keysRead = queryOptions({
  queryKey: ["keys"],
  queryFn: async (): Promise<{ readonly users: ApiUser[]; readonly keys: Key[] }> =>
    (await askAsPage("GET", address)).json(),
});

/** The kind of a new key, its API user and its lifetime in days. */
export interface NewKey {
  readonly apiUserId: string;
  readonly kind: Key["kind"];
  readonly days: string;
}

/** Creates a key that acts as the signed-in user. */
export async function makeKey(key: NewKey): Promise<DrawnKey> {
  return (await askAsPage("POST", address, key)).json();
}

/** Revokes a key at once. */
export async function revokeKey(keyId: string): Promise<void> {
  await askAsPage("DELETE", `${address}/${keyId}`);
}
