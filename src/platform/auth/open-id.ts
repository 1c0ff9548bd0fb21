// Signing in by a provider of OpenID Connect: the authorization code flow with PKCE. What the
// sign-in needs to know again comes back with it, sealed, in a cookie.
// (docs/adr/0026-open-id-connect.md)
import type { Configuration } from "openid-client";
import type { TUnsafe } from "typebox";
import type { Problem } from "../../values/problem.ts";
import { text } from "../../values/scalars.ts";
import { decode, object } from "../../values/wire.ts";
import type { Vault } from "../keys/vault.ts";

/** Most services have no provider, and start without this library. */
const loadClient = () => import("openid-client");

/** How long a person may take at the provider, in seconds. */
export const secondsAtProvider = 600;

/** How far the provider's clock may be from ours, in milliseconds. */
const clockSkewMs = 60_000;

/** How long the provider may take to respond, in seconds. */
const providerSeconds = 10;

/** For how long a provider that did not return its addresses is not queried again, in
 * milliseconds. */
const heldMs = 5_000;

/** The provider of a firm. */
export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The firm whose members may be found by their e-mail addresses. */
  readonly firmOid: string;
}

/** The values of a sign-in that are needed when the person returns. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** The secret of the link with which it began, if it began with one. */
  readonly link: string | null;
  readonly endsAt: number;
}

/** The person who has signed in, as the provider says. */
export interface OpenIdClaims {
  readonly issuer: string;
  readonly subject: string;
  /** The address, only if the provider has verified it. */
  readonly verifiedEmail: string | undefined;
  /** When the person proved there who it is; never before the sign-in began, nor after now. */
  readonly authenticatedAt: Date;
}

/** Why a sign-in is not accepted, without what the provider has said. */
class ClaimsFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The provider as sign-ins use it. */
export interface OpenIdProvider {
  readonly firmOid: string;
  /** The address at which a person signs in there. */
  addressFor(state: SignInState): Promise<string>;
  /** Reads who has returned from there by now; throws if anything about it is wrong. */
  claimsOf(returned: URL, state: SignInState, now: Date): Promise<OpenIdClaims>;
}

/** The provider that is configured; it is asked for its addresses when it is first used, and each
 * time waited for no longer than the given seconds. Concurrent sign-ins wait for the same response,
 * and a failure is cached for some seconds: anonymous callers begin sign-ins. */
export function openProvider(
  settings: OpenIdSettings,
  clock: () => Date,
  seconds = providerSeconds,
): OpenIdProvider {
  const { issuer: address, clientId, clientSecret, firmOid } = settings;
  let known: Promise<Configuration> | undefined;
  let failedAt: number | undefined;
  const configuration = () => {
    if (failedAt !== undefined && +clock() >= failedAt + heldMs) known = failedAt = undefined;
    known ??= discover().catch((error: unknown) => {
      failedAt = +clock();
      throw error;
    });
    return known;
  };
  const discover = async () => {
    const client = await loadClient();
    return client.discovery(new URL(address), clientId, clientSecret, undefined, {
      timeout: seconds,
      execute: [
        client.enableNonRepudiationChecks,
        ...(address.startsWith("http:") ? [client.allowInsecureRequests] : []),
      ],
    });
  };
  return {
    firmOid,
    async addressFor({ state, nonce, verifier, redirectUri }) {
      const client = await loadClient();
      const parameters = {
        redirect_uri: redirectUri,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        // A person with a session there is asked nevertheless: a sign-in is proof of who sits there
        // now.
        max_age: "0",
      };
      return client.buildAuthorizationUrl(await configuration(), parameters).href;
    },
    async claimsOf(returned, signIn, now) {
      const client = await loadClient();
      const { state, nonce, verifier } = signIn;
      const tokens = await client.authorizationCodeGrant(await configuration(), returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new ClaimsFault("no id token");
      const subject = readClaim(Subject, claims.sub);
      if (subject === undefined) throw new ClaimsFault("sub");
      const authenticatedAt = readAuthTime(claims.auth_time, signIn, now);
      // Some providers have it in the token, others only in the user info.
      const info =
        claims.email === undefined
          ? await client.fetchUserInfo(await configuration(), tokens.access_token, claims.sub)
          : claims;
      const isVerified = info.email_verified === true;
      const verifiedEmail = isVerified ? readClaim(Email, info.email) : undefined;
      return { issuer: claims.iss, subject, verifiedEmail, authenticatedAt };
    },
  };
}

/** A subject as OpenID Connect has it: at most 255 letters of ASCII. */
const Subject = text({ max: 255, pattern: /^[\x20-\x7e]+$/ });
const Email = text({ max: 254, pattern: /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u });

/** A claim read like any input; undefined for what no such value can be. */
function readClaim(schema: TUnsafe<string>, raw: unknown): string | undefined {
  if (typeof raw !== "string") return undefined;
  const problems: Problem[] = [];
  const { claim } = decode(object({ claim: schema }), { claim: raw }, problems) ?? {};
  return problems.length > 0 ? undefined : claim;
}

/** When the person was asked, which was no earlier than the sign-in began: a provider that names
 * nothing, or an earlier time, has asked nobody. */
function readAuthTime(raw: unknown, { endsAt }: SignInState, now: Date): Date {
  if (typeof raw !== "number" || !Number.isSafeInteger(raw)) throw new ClaimsFault("auth_time");
  const at = raw * 1_000;
  const began = endsAt - secondsAtProvider * 1_000;
  const isSince = at >= began - clockSkewMs && at <= +now + clockSkewMs;
  if (!isSince) throw new ClaimsFault("auth_time");
  return new Date(Math.min(at, +now));
}

const binding = "console/open-id";

/** Until when a person who goes to the provider now must have returned. */
export function returnsBy(now: Date): number {
  return +now + secondsAtProvider * 1_000;
}

/** Seals what a sign-in needs to know again, for a cookie. */
export function sealState(vault: Vault, state: SignInState): string {
  return vault.seal(JSON.stringify(state), binding).toString("base64url");
}

/** Opens it; undefined for what the service did not seal, or sealed too long ago. */
export function openState(vault: Vault, text: string, now: Date): SignInState | undefined {
  try {
    const opened = vault.open(Buffer.from(text, "base64url"), binding).toString();
    const state = JSON.parse(opened) as SignInState;
    return +now < state.endsAt ? state : undefined;
  } catch {
    return undefined;
  }
}
