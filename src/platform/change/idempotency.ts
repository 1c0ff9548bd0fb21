// A change happens once: a repeated Idempotency-Key gets the stored response, and the
// signature of a change is not accepted again. Both are stored in the change's own transaction.
import { hash } from "node:crypto";
import { forbidden, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { unauthorized } from "../refusals/unauthorized.ts";
import { type Sender, sql, type Tx } from "../store/db.ts";
import type { Repeat, UsedSignature, WriteContext } from "./context.ts";

interface StoredResponse {
  readonly value: unknown;
}

/** How long the response of a key is stored, in milliseconds: 24 hours. */
const keptForMs = 24 * 60 * 60 * 1000;

/** How much longer than needed rows stay, in milliseconds: two hours. A clock that jumps ahead and
 * back again must not make a used signature valid, or a change happen twice. */
const clockErrorMs = 2 * 60 * 60 * 1000;

/** The digest of all that makes two requests the same: method, path and query, acting member, and
 * the body. */
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

/** Reserves the request's key and signature for this transaction. Returns the stored value of a
 * finished request with the same key. Refuses with 403 a caller without access; with 409 while the
 * first is still running, at once; with 422 if the key was used with a different request; and with
 * 401 if the signature was used. */
export async function reserveRequest(
  tx: Tx,
  ctx: WriteContext,
): Promise<StoredResponse | undefined> {
  const { access, repeat, signature } = ctx;
  const [granted, reserved] = await Promise.all([
    // Asked again here: access may have been taken away since.
    access && tx.first(access),
    repeat && reserveKey(tx, ctx, repeat),
  ]);
  if (access !== undefined && granted === undefined) throw forbidden();
  if (reserved?.isLocked === false)
    throw refusal(409, requestErrors.keyInUse, { "Retry-After": "1" });
  if (reserved?.stored === undefined) {
    if (signature !== undefined) await reserveSignature(tx, ctx.subject, signature);
    return undefined;
  }
  const { fingerprint, value } = reserved.stored;
  if (!repeat?.fingerprint.equals(fingerprint)) throw refusal(422, requestErrors.keyReused);
  return { value };
}

/** Identifies a request and its repeats; undefined without a key. */
export function requestKey({ actor, subject, repeat }: WriteContext): string | undefined {
  return repeat && `${actor.apiUser}/${subject}/${repeat.key}`;
}

interface Reserved {
  /** Whether no other request holds the key; it is then locked until the transaction ends. */
  readonly isLocked: boolean;
  readonly stored: (StoredResponse & { readonly fingerprint: Buffer }) | undefined;
}

async function reserveKey(tx: Tx, ctx: WriteContext, { key }: Repeat): Promise<Reserved> {
  const { actor, subject, realNow } = ctx;
  // In this order: the second statement sees what an earlier holder of the key's lock has stored.
  const [lock, found] = await Promise.all([
    tx.first(sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${requestKey(ctx)}, 0)) as "isLocked"`),
    tx.first(sql<{ fingerprint: Buffer; value: unknown; createdAt: Date }>`
      select fingerprint, value, created_at as "createdAt" from idempotency_result
      where subject = ${subject} and api_user_id = ${actor.apiUser} and idempotency_key = ${key}`),
  ]);
  const isKept = found !== undefined && +found.createdAt > +realNow - keptForMs;
  return { isLocked: lock?.isLocked === true, stored: isKept ? found : undefined };
}

async function reserveSignature(tx: Tx, subject: string, signature: UsedSignature): Promise<void> {
  const inserted = await tx.execute(sql`
    insert into used_signature (subject, signature_hash, expires_at)
    values (${subject}, ${signature.hash}, ${signature.expiresAt})
    on conflict do nothing`);
  if (inserted === 0) throw unauthorized();
}

/** Stores the value of a change under the request's key. */
export function storeResponse(
  sender: Sender,
  { actor, subject, realNow }: WriteContext,
  repeat: Repeat,
  value: unknown,
): void {
  sender.send(sql`
    insert into idempotency_result
      (subject, api_user_id, idempotency_key, fingerprint, value, created_at)
    values (${subject}, ${actor.apiUser}, ${repeat.key}, ${repeat.fingerprint},
      ${JSON.stringify(value)}::json, ${realNow})
    on conflict (subject, api_user_id, idempotency_key) do update
      set fingerprint = excluded.fingerprint, value = excluded.value,
        created_at = excluded.created_at`);
}

/** Deletes expired keys and signatures, up to a batch of each (no audit: no data is changed);
 * returns their number. */
export async function deleteExpiredRetries(tx: Tx, now: Date): Promise<number> {
  const earliest = new Date(+now - clockErrorMs);
  const counts = await Promise.all([
    tx.execute(sql`
      delete from idempotency_result where (subject, api_user_id, idempotency_key) in (
        select subject, api_user_id, idempotency_key from idempotency_result
        where created_at <= ${new Date(+earliest - keptForMs)} limit 1000)`),
    tx.execute(sql`
      delete from used_signature where (subject, signature_hash) in (
        select subject, signature_hash from used_signature
        where expires_at <= ${earliest} limit 1000)`),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
