// Checks credentials, and nothing but credentials: which API user sent this request.
import { createSecretKey, hash, type KeyObject } from "node:crypto";
import type { Id } from "@bursar/values/ids";
import type { CallerFirm, Scope, UsedSignature } from "../change/context.ts";
import type { Vault } from "../keys/vault.ts";
import { type BearerToken, decodeAuthorization, type SignedRequest } from "./authorization.ts";
import {
  clockSkewMs,
  decodeTimestamp,
  isValidSignature,
  type Signable,
  signatureHash,
} from "./signature.ts";

/** An API user as its key or token names it. */
export interface Credential {
  readonly apiUserId: Id;
  readonly firm: CallerFirm;
  readonly scopes: ReadonlySet<Scope>;
  /** The member that the key is bound to; it then acts as that member. */
  readonly boundLoginId: string | undefined;
  readonly expiresAt: Date | undefined;
}

/** A signing key with its shared secret as stored. */
export interface SigningCredential extends Credential {
  readonly sealedSecret: Buffer;
}

/** A session as the credential of the person who signed in. */
export interface SessionCredential extends Credential {
  readonly sessionId: Id;
  /** Whether the person is an administrator of the firm. */
  readonly isAdministrator: boolean;
  readonly loginId: string;
  /** The administrator who made the link by which it came to be. */
  readonly linkedBy: string | undefined;
  readonly startedAt: Date;
  /** When the person last proved who it is; undefined where that is not known. */
  readonly authenticatedAt: Date | undefined;
  readonly lastUsedAt: Date;
  /** When it ends if nothing more is sent. */
  readonly expiresAt: Date;
}

/** The source of valid credentials; revoked and expired ones are never returned. */
export interface CredentialStore {
  byApiKey(apiKey: string, now: Date): Promise<SigningCredential | undefined>;
  byTokenHash(hash: Buffer, now: Date): Promise<Credential | undefined>;
}

/** The same store, with a cache of its last results. */
export interface RememberingStore extends Pick<CredentialStore, "byApiKey"> {
  /** A signing key that is still trusted without asking the store. */
  cachedKey(apiKey: string, now: Date): SigningCredential | undefined;
  /** The token with this digest; `hash` makes the keyed hash only where the store is asked. */
  byToken(digest: string, hash: () => Buffer, now: Date): Promise<Credential | undefined>;
}

/** The result of a verified Authorization header. */
export interface Authenticated {
  readonly credential: Credential;
  readonly memberId: string | undefined;
  readonly selectedMemberId: string | undefined;
  readonly signature: UsedSignature | undefined;
  /** The session by which it was sent. */
  readonly session?: SessionCredential;
}

/** The request as far as its signature covers it; `urls` gives the addresses it may have used. */
export interface SentRequest {
  readonly authorization: string | undefined;
  readonly method: string;
  readonly urls: () => readonly string[];
  readonly body: Buffer;
}

/** Every token starts with this, so that a leaked one is recognised. */
export const tokenPrefix = "bursar_";

/** The SHA-256 of a token, hexadecimal, which is stored sealed. */
export function tokenDigest(token: string): string {
  return hash("sha256", token);
}

/** The purpose of a token's keyed hash. */
export const tokenPurpose = "token";

/** The keyed hash by which the store finds a token: nobody can make one for a token of their own
 * without the key. */
export function tokenHash(vault: Vault, token: string): Buffer {
  return keyedHash(vault, tokenDigest(token));
}

function keyedHash(vault: Vault, digest: string): Buffer {
  return vault.hash(tokenPurpose, digest);
}

/** The binding of a token's digest when it is sealed. */
export function tokenBinding(keyId: string): string {
  return `token/${keyId}`;
}

/** The binding of a shared secret when it is sealed. */
export function secretBinding(apiKey: string): string {
  return `api-key/${apiKey}`;
}

/** Returns who sent the request, or `undefined` without saying what was wrong. */
export async function authenticate(
  store: RememberingStore,
  vault: Vault,
  sent: SentRequest,
  now: Date,
): Promise<Authenticated | undefined> {
  const given = decodeAuthorization(sent.authorization);
  if (given === undefined) return undefined;
  if (given.scheme === "signed") return verifySigned({ store, vault, now }, given, sent);
  return findToken({ store, vault, now }, given);
}

/** The proof in the head of a request whose body is still to come: its sender, or, since a
 * signature covers the body, only whose key it claims to be signed with. */
export type HeadProof = { readonly proven: Authenticated } | { readonly claimed: Credential };

/** Checks what the head alone shows of the credentials; `undefined` without saying what was wrong. */
export async function authenticateHead(
  store: RememberingStore,
  vault: Vault,
  authorization: string | undefined,
  now: Date,
): Promise<HeadProof | undefined> {
  const given = decodeAuthorization(authorization);
  if (given === undefined) return undefined;
  if (given.scheme === "bearer") {
    const proven = await findToken({ store, vault, now }, given);
    return proven && { proven };
  }
  if (freshTimestamp(given, now) === undefined) return undefined;
  const { apiKey } = given;
  const claimed = store.cachedKey(apiKey, now) ?? (await store.byApiKey(apiKey, now));
  return claimed && { claimed };
}

async function findToken(
  { store, vault, now }: Verifier,
  { token }: BearerToken,
): Promise<Authenticated | undefined> {
  // A text that cannot be a token is none, whatever the store contains.
  if (!token.startsWith(tokenPrefix)) return undefined;
  const digest = tokenDigest(token);
  const credential = await store.byToken(digest, () => keyedHash(vault, digest), now);
  if (credential === undefined) return undefined;
  return {
    credential,
    memberId: undefined,
    selectedMemberId: undefined,
    signature: undefined,
  };
}

/** When a request was signed, if that is not too long ago or ahead. */
function freshTimestamp({ timestamp }: SignedRequest, now: Date): Date | undefined {
  const at = decodeTimestamp(timestamp);
  return at !== undefined && Math.abs(+now - +at) <= clockSkewMs ? at : undefined;
}

interface Verifier {
  readonly store: RememberingStore;
  readonly vault: Vault;
  readonly now: Date;
}

async function verifySigned(
  verifier: Verifier,
  given: SignedRequest,
  sent: SentRequest,
): Promise<Authenticated | undefined> {
  const { apiKey, signature } = given;
  const found = await provenBy(verifier, given, sent);
  const at = freshTimestamp(given, verifier.now);
  if (found === undefined || at === undefined) return undefined;
  return {
    credential: found,
    memberId: given.memberId,
    selectedMemberId: given.selectedMemberId,
    signature: {
      hash: signatureHash(apiKey, signature),
      expiresAt: new Date(+at + 2 * clockSkewMs),
    },
  };
}

/**
 * The credential that a signature proves. A cached one replaces a query only where it proves the
 * signature. Otherwise the store is queried, as for a key that nobody has, so that the time of a
 * refusal does not reveal whether the key exists.
 */
async function provenBy(
  { store, vault, now }: Verifier,
  { apiKey, timestamp, signature }: SignedRequest,
  { method, urls, body }: SentRequest,
): Promise<SigningCredential | undefined> {
  const isSignedWith = (secret: KeyObject) =>
    urls()
      .map((url): Signable => ({ method, url, timestamp, body }))
      .map((signable) => isValidSignature(secret, signable, signature))
      .includes(true);
  const remembered = store.cachedKey(apiKey, now);
  const isProven = isSignedWith((remembered && opened.get(remembered)) ?? standIn);
  if (remembered && isProven) return remembered;
  const found = await store.byApiKey(apiKey, now);
  const secret = openSecret(vault, apiKey, found);
  return isSignedWith(secret) ? found : undefined;
}

/** Opens the shared secret of a key; for an unknown one a stand-in, which costs the same. */
function openSecret(vault: Vault, apiKey: string, found: SigningCredential | undefined): KeyObject {
  const binding = secretBinding(found ? apiKey : standInKey);
  const secret = createSecretKey(vault.open(found?.sealedSecret ?? sealedStandIn(vault), binding));
  opened.set(found ?? vault, secret);
  return secret;
}

function sealedStandIn(vault: Vault): Buffer {
  const sealed = standIns.get(vault) ?? vault.seal(standInSecret, secretBinding(standInKey));
  standIns.set(vault, sealed);
  return sealed;
}

const standInKey = "none";
const standInSecret = "0".repeat(43);
const standIn = createSecretKey(Buffer.from(standInSecret));
const standIns = new WeakMap<Vault, Buffer>();
// Opened once for as long as a credential is remembered; each signature is verified all the same.
const opened = new WeakMap<SigningCredential | Vault, KeyObject>();
