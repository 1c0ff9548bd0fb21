// A change happens once: a repeated Idempotency-Key is answered with the stored response, and the
// signature of a change is not accepted again. Both are stored in the change's own transaction.
import { hash } from "node:crypto";
import { forbidden, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { unauthorized } from "../refusals/unauthorized.ts";
import { type Sender, sql, type Tx } from "../store/db.ts";
import type { WriteContext } from "./context.ts";

interface StoredResponse {
  readonly value: unknown;
}

/** How long the answer of a key is kept, in milliseconds: 24 hours. */
const keptForMs = 24 * 60 * 60 * 1000;

/** How much longer than needed rows stay, in milliseconds: two hours. A clock that jumps ahead and
 * back again must not make a used signature valid, or a change happen twice. */
const clockErrorMs = 2 * 60 * 60 * 1000;

/** What makes two requests the same: method, path and query, acting member, and the body. */
export function fingerprintOf(request: FingerprintedRequest): Buffer {
  const { method, url, members, body } = request;
  const bodyHash = hash("sha256", body);
  const identity = JSON.stringify([method, url, ...members, bodyHash]);
  return hash("sha256", identity, "buffer");
}

interface FingerprintedRequest {
  readonly method: string;
  readonly url: string | undefined;
  readonly members: readonly string[];
  readonly body: Buffer;
}

/** Claims the request's key and signature for this transaction. Returns the stored value of a
 * finished request with the same key; refuses with 403 a caller without access, with 409 while the first
 * is still running (at once, without waiting for it), with 422 if the key was used with a different
 * request, and with 401 if the signature was used. */
export async function claimRequest(tx: Tx, ctx: WriteContext): Promise<StoredResponse | undefined> {
  // In this order: the last statement sees what an earlier holder of the key's lock has stored.
  const [mayUse, isLocked, stored] = await Promise.all([
    hasAccess(tx, ctx),
    lockKey(tx, ctx),
    selectStoredResponse(tx, ctx),
  ]);
  if (!mayUse) throw forbidden();
  if (!isLocked) throw refusal(409, requestErrors.keyInUse, { "Retry-After": "1" });
  if (stored === undefined) {
    await claimSignature(tx, ctx);
    return undefined;
  }
  if (!ctx.repeat?.fingerprint.equals(stored.fingerprint)) {
    throw refusal(422, requestErrors.keyReused);
  }
  return { value: stored.value };
}

/** Whether the caller may use the subject, asked again here: access may have been taken away since. */
async function hasAccess(tx: Tx, { access }: WriteContext): Promise<boolean> {
  return access === undefined || (await tx.first(access)) !== undefined;
}

/** What a request and its repeats have in common, and no other; undefined without a key. */
export function requestKey({ actor, subject, repeat }: WriteContext): string | undefined {
  return repeat && `${actor.apiUser}/${subject}/${repeat.key}`;
}

/** Locks the key until the transaction ends; false where another request holds it. */
async function lockKey(tx: Tx, ctx: WriteContext): Promise<boolean> {
  const key = requestKey(ctx);
  if (key === undefined) return true;
  const found = await tx.first(sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as "isLocked"`);
  return found?.isLocked === true;
}

async function selectStoredResponse(
  tx: Tx,
  { repeat, actor, subject, realNow }: WriteContext,
): Promise<(StoredResponse & { readonly fingerprint: Buffer }) | undefined> {
  if (repeat === undefined) return undefined;
  const found = await tx.first(sql<{ fingerprint: Buffer; value: unknown; createdAt: Date }>`
    select fingerprint, value, created_at as "createdAt" from idempotency_result
    where subject = ${subject} and api_user_id = ${actor.apiUser}
      and idempotency_key = ${repeat.key}`);
  return found !== undefined && +found.createdAt > +realNow - keptForMs ? found : undefined;
}

async function claimSignature(tx: Tx, { signature, subject }: WriteContext): Promise<void> {
  if (signature === undefined) return;
  const inserted = await tx.execute(sql`
    insert into used_signature (subject, signature_hash, expires_at)
    values (${subject}, ${signature.hash}, ${signature.expiresAt})
    on conflict do nothing`);
  if (inserted === 0) throw unauthorized();
}

/** Stores the value of a change under the request's key, if it has one. */
export function storeResponse(sender: Sender, ctx: WriteContext, value: unknown): void {
  const { repeat, actor, subject } = ctx;
  if (repeat === undefined) return;
  sender.send(sql`
    insert into idempotency_result
      (subject, api_user_id, idempotency_key, fingerprint, value, created_at)
    values (${subject}, ${actor.apiUser}, ${repeat.key}, ${repeat.fingerprint},
      ${JSON.stringify(value)}::json, ${ctx.realNow})
    on conflict (subject, api_user_id, idempotency_key) do update
      set fingerprint = excluded.fingerprint, value = excluded.value,
        created_at = excluded.created_at`);
}

/** Removes keys and signatures that can no longer be needed, at most so many of each (no audit: no
 * data is changed); returns how many it has removed. */
export async function deleteExpiredRetries(tx: Tx, now: Date, most = 1_000): Promise<number> {
  const earliest = new Date(+now - clockErrorMs);
  const counts = await Promise.all([
    tx.execute(sql`
      delete from idempotency_result where (subject, api_user_id, idempotency_key) in (
        select subject, api_user_id, idempotency_key from idempotency_result
        where created_at <= ${new Date(+earliest - keptForMs)} limit ${most})`),
    tx.execute(sql`
      delete from used_signature where (subject, signature_hash) in (
        select subject, signature_hash from used_signature
        where expires_at <= ${earliest} limit ${most})`),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
