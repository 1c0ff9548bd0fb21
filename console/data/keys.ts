// The keys of the firm's API users, which are of the page alone: no key makes another.
import { queryOptions } from "@tanstack/react-query";
import { consolePath } from "./place.ts";
import { sessionToken } from "./service.ts";

/** An API user of the firm. */
export interface ApiUser {
  readonly apiUserId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** As whom alone it acts. */
  readonly loginId: string | null;
  /** Whether the person may make a key of it. */
  readonly mayHaveKey: boolean;
}

/** A key, without anything that could be used. */
export interface Key {
  readonly keyId: string;
  readonly kind: "token" | "signing";
  readonly apiUserId: string;
  readonly loginId: string | null;
  readonly createdTS: string;
  readonly expiresTS: string | null;
  readonly revokedTS: string | null;
}

/** A key as it was drawn, which is shown this once. */
export interface DrawnKey {
  readonly token?: string;
  readonly apiKey?: string;
  readonly sharedSecret?: string;
}

/** What the service refused, in a sentence. */
class KeyFault extends Error {}

const address = `${consolePath}/keys`;

async function ask(method: string, path = address, body?: object): Promise<Response> {
  const token = { "X-Session-Token": sessionToken() };
  const answer = await fetch(path, {
    method,
    headers: { ...token, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (answer?.ok) return answer;
  const [problem] = answer === undefined ? [] : await answer.json().catch(() => []);
  throw new KeyFault(problem?.message ?? "The service cannot be reached. Try again in a moment.");
}

/** The API users and keys of the firm. */
export const keysRead = queryOptions({
  queryKey: ["keys"],
  queryFn: async (): Promise<{ readonly users: ApiUser[]; readonly keys: Key[] }> =>
    (await ask("GET")).json(),
});

/** What kind of key is made, of which API user and for how many days. */
export interface NewKey {
  readonly apiUserId: string;
  readonly kind: Key["kind"];
  readonly days: string;
}

/** Makes a key, which acts as the person who is signed in. */
export async function makeKey(key: NewKey): Promise<DrawnKey> {
  return (await ask("POST", address, key)).json();
}

/** Revokes a key at once. */
export async function revokeKey(keyId: string): Promise<void> {
  await ask("DELETE", `${address}/${keyId}`);
}
