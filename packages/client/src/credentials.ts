// Ways to prove who sends a request: a bearer token, a signature, or the session of a browser page.
import { md5 } from "./md5.ts";

/** A request that is about to be sent. */
export interface Unsent {
  readonly method: string;
  /** The whole address, exactly as it is sent. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly at: Date;
}

/** The headers and cookies that make a request its caller's. */
export interface Credential {
  /** Whether a browser sends its cookies along. */
  readonly cookies: "omit" | "same-origin";
  /** Whether its headers hold for the address to which a response leads on. */
  readonly redirect: "follow" | "manual";
  /** The headers that it adds to a request. */
  headersOf(unsent: Unsent): Promise<Readonly<Record<string, string>>>;
}

/** A bearer token, as `bursar keys create` shows it. */
export function bearer(token: string): Credential {
  const headers = { Authorization: `Bearer ${token}` };
  return { cookies: "omit", redirect: "follow", headersOf: async () => headers };
}

/** The session of a browser page, whose cookie the browser sends; a change proves by the token of
 * the page that the page made it. */
export function session(token: string | (() => string)): Credential {
  const current = typeof token === "string" ? () => token : token;
  return {
    cookies: "same-origin",
    redirect: "follow",
    headersOf: async ({ method }): Promise<Record<string, string>> =>
      method === "GET" ? {} : { "X-Session-Token": current() },
  };
}

/** The key that `bursar keys create --signing` shows, and the members that a request names. */
export interface SigningKey {
  readonly apiKey: string;
  readonly sharedSecret: string;
  /** Login id of the member who is logged in. */
  readonly memberId?: string;
  /** Login id of the client acted for. */
  readonly selectedMemberId?: string;
}

/** Signs each request, so that the secret is never sent (docs/signing.md of the service). */
export function signed(key: SigningKey): Credential {
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = text.encode(key.sharedSecret);
  let imported: ReturnType<typeof importSecret> | undefined;
  const importSecret = () => crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return {
    cookies: "omit",
    redirect: "manual",
    headersOf: async ({ method, url, body, at }) => {
      imported ??= importSecret();
      const timestamp = at.toISOString();
      const data = text.encode([method, url, timestamp, md5(body)].join("\n"));
      const signature = await crypto.subtle.sign(algorithm.name, await imported, data);
      const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)));
      return { Authorization: headerOf(key, { signature: base64, timestamp }) };
    },
  };
}

function headerOf(
  { apiKey, memberId, selectedMemberId }: SigningKey,
  { signature, timestamp }: { readonly signature: string; readonly timestamp: string },
): string {
  const elements = {
    FOLIOWS_API_KEY: apiKey,
    ...(memberId !== undefined && { FOLIOWS_MEMBER_ID: memberId }),
    ...(selectedMemberId !== undefined && { FOLIOWS_SELECTED_MEMBER_ID: selectedMemberId }),
    FOLIOWS_SIGNATURE: signature,
    FOLIOWS_TIMESTAMP: timestamp,
  };
  const parts = Object.entries(elements).map(([name, of]) => `${name}=${encodeURIComponent(of)}`);
  return `FOLIOWS ${parts.join(",")}`;
}
