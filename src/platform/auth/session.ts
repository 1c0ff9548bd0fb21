// Sessions of people and the links that begin them: what proves one, and until when. Time is an
// argument. (docs/adr/0023-sessions.md)
import { type Id, isId } from "@bursar/values/ids";
import { isSameBytes } from "../keys/same-bytes.ts";
import type { Vault } from "../keys/vault.ts";

const minute = 60_000;

/** How long a link may be used, and how long a session may be silent, in milliseconds. */
const linkMs = 15 * minute;
const idleMs = 30 * minute;

/** How long a session may last, in milliseconds. */
export const longestSessionMs = 12 * 60 * minute;

/** How exactly the store knows when a session was last used, in milliseconds. */
const usedWithinMs = minute;

/** The content of a link or a cookie: the id of its row, and the secret that proves it. */
export interface RowSecret {
  readonly id: Id;
  readonly secret: string;
}

/** The facts in the row of a link or a session: whom it stands for, and since when. */
export interface RowOfSecret {
  readonly id: Id;
  readonly apiUserId: Id;
  readonly loginId: string;
  readonly at: Date;
  /** Of a session by a provider: when the person proved there who it is. */
  readonly authenticatedAt?: Date | null;
  /** The administrator who made the link, or the one by which a session began or its identity was bound. */
  readonly linkedBy: string | null;
}

/** The purpose of a hash: the secret of a link proves no session. */
export type SecretPurpose = "console-link" | "console-session";

/** Draws a secret of 256 random bits. */
export function drawSecret(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(32)).toString("base64url");
}

/** Writes a secret as it is given out. */
export function encodeSecret({ id, secret }: RowSecret): string {
  return `${id}.${secret}`;
}

/** Reads what was given out; undefined for anything else. */
export function decodeSecret(text: string): RowSecret | undefined {
  const [, id = "", secret = ""] = /^(\d{1,19})\.([\w-]{43})$/.exec(text) ?? [];
  return isId(id) ? { id, secret } : undefined;
}

/** The hash that is stored: of the secret together with what its row says. */
export function secretHash(
  vault: Vault,
  purpose: SecretPurpose,
  { id, apiUserId, loginId, at, authenticatedAt, linkedBy }: RowOfSecret,
  secret: string,
): Buffer {
  const asked = authenticatedAt ? +authenticatedAt : null;
  const facts = [id, apiUserId, loginId, +at, asked, linkedBy, secret];
  return vault.hash(purpose, JSON.stringify(facts));
}

/** Whether a secret is the row's, in time that does not depend on where it differs. */
export function isValidSecret(
  vault: Vault,
  purpose: SecretPurpose,
  row: RowOfSecret & { readonly hash: Buffer },
  secret: string,
): boolean {
  return isSameBytes(secretHash(vault, purpose, row, secret), row.hash);
}

/** A subject at a provider, and whom it was bound to. */
export interface IdentityOfPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly apiUserId: Id;
  readonly loginId: string;
  readonly at: Date;
  /** The administrator who made the link that bound it. */
  readonly linkedBy: string | null;
}

/** The hash of a binding, over all that it says. */
export function identityHash(vault: Vault, row: IdentityOfPerson): Buffer {
  const { issuer, subject, apiUserId, loginId, at, linkedBy } = row;
  const facts = [issuer, subject, apiUserId, loginId, +at, linkedBy];
  return vault.hash("console-identity", JSON.stringify(facts));
}

/** Whether a binding is as the service wrote it. */
export function isIdentityRow(
  vault: Vault,
  row: IdentityOfPerson & { readonly hash: Buffer },
): boolean {
  return isSameBytes(identityHash(vault, row), row.hash);
}

/** From when on a link may no longer be used. */
export function linkEnd(createdAt: Date): Date {
  return new Date(+createdAt + linkMs);
}

/** Sessions that began, and links that were made, before this time are removed. */
export function keptSince(now: Date): Date {
  return new Date(+now - 3 * longestSessionMs);
}

/** Sessions that began before this time are over. */
export function openSince(now: Date): Date {
  return new Date(+now - longestSessionMs);
}

/** When a session ends if nothing more is sent. */
export function sessionEnd(startedAt: Date, lastUsedAt: Date): Date {
  return new Date(Math.min(+startedAt + longestSessionMs, +lastUsedAt + idleMs));
}

/** Whether the use of a session is to be stored. */
export function isUseNews(lastUsedAt: Date, now: Date): boolean {
  return +now - +lastUsedAt >= usedWithinMs;
}

/** The token that the page of a session sends with every change; only who has the cookie, and the
 * service, can make it. */
export function pageToken(vault: Vault, { id, secret }: RowSecret): string {
  return vault.hash("console-page", encodeSecret({ id, secret })).toString("base64url");
}

/** Whether a request carries the token of its session's page. */
export function isPageToken(vault: Vault, proof: RowSecret, given: unknown): boolean {
  const sent = typeof given === "string" ? given : "";
  return isSameBytes(Buffer.from(pageToken(vault, proof)), Buffer.from(sent));
}
