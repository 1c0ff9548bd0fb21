// A change happens once: a repeated Idempotency-Key is answered with the stored answer, and the
// signature of a change is not accepted again. Both are stored in the change's own transaction.
import { hash } from "node:crypto";
import { refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import { unauthorized } from "../refusals/unauthorized.ts";
import {
  divisionByZero,
  type Sender,
  sql,
  sqlState,
  type Tx,
  violatedConstraint,
} from "../store/db.ts";
import type { Repeat, WriteContext } from "./context.ts";

interface StoredAnswer {
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
 * finished request with the same key; refuses with 403 whoever has no access, with 409 while the first
 * is still running (at once, without waiting for it), with 422 if the key was used with a different
 * request, and with 401 if the signature was used. */
export async function claimRequest(tx: Tx, ctx: WriteContext): Promise<StoredAnswer | undefined> {
  await ctx.access?.grantedIn(tx);
  const stored = await claimKey(tx, ctx);
  if (stored === undefined) await claimSignature(tx, ctx);
  return stored;
}

/** Claims them likewise, in front of whatever the transaction sends meanwhile. Where that is not
 * possible a statement of the claim fails, and with it at once all that was sent behind it: none of it
 * waits for a lock, or can be committed. Throws `Repeated` where the key has an answer. */
export async function claimAhead(tx: Tx, ctx: WriteContext): Promise<void> {
  const { repeat } = ctx;
  const allowed = ctx.access?.grantedIn(tx);
  const claims =
    repeat === undefined
      ? []
      : [lockKey(tx, ctx, repeat).catch(refuseInUse), refuseAnswered(tx, ctx, repeat)];
  // In order: every statement behind one that has failed rejects as well.
  const settled = await Promise.allSettled([allowed, ...claims, claimSignature(tx, ctx)]);
  for (const claim of settled) if (claim.status === "rejected") throw claim.reason;
}

/** Thrown where the key of a request has a stored answer, to this request or to another one. */
export class Repeated extends Error {}

/** What a request and its repeats have in common, and no other. */
export function lockOfRepeat({ actor, subject }: WriteContext, { key }: Repeat): string {
  return `${actor.apiUser}/${subject}/${key}`;
}

async function claimKey(tx: Tx, ctx: WriteContext): Promise<StoredAnswer | undefined> {
  const { repeat, actor, subject } = ctx;
  if (repeat === undefined) return undefined;
  // Two statements: the second sees what the last holder of the lock has stored.
  const [, found] = await Promise.all([
    lockKey(tx, ctx, repeat),
    // Not a condition, for which all answers of a day might be read by their time.
    tx.first(sql<{ fingerprint: Buffer; value: unknown; isKept: boolean }>`
      select fingerprint, value, created_at > ${keptSince(ctx)} as "isKept" from idempotency_result
      where subject = ${subject} and api_user_id = ${actor.apiUser}
        and idempotency_key = ${repeat.key}`),
  ]).catch(refuseInUse);
  if (found?.isKept !== true) return undefined;
  if (!found.fingerprint.equals(repeat.fingerprint)) throw refusal(422, requestErrors.keyReused);
  return { value: found.value };
}

/** Locks the key. Where the lock is not free, the statement divides by zero. */
function lockKey(tx: Tx, ctx: WriteContext, repeat: Repeat): Promise<number> {
  return tx.execute(sql`
    select 1 / pg_try_advisory_xact_lock(hashtextextended(${lockOfRepeat(ctx, repeat)}, 0))::int`);
}

function refuseInUse(error: unknown): never {
  if (sqlState(error) !== divisionByZero) throw error;
  throw refusal(409, requestErrors.keyInUse, { "Retry-After": "1" });
}

/** Where the key has an answer, the statement divides by zero. */
async function refuseAnswered(tx: Tx, ctx: WriteContext, { key }: Repeat): Promise<void> {
  const { actor, subject } = ctx;
  const unanswered = tx.execute(sql`
    select 1 / (count(*) filter (where created_at > ${keptSince(ctx)}) = 0)::int
    from idempotency_result
    where subject = ${subject} and api_user_id = ${actor.apiUser} and idempotency_key = ${key}`);
  await unanswered.catch((error: unknown) => {
    throw sqlState(error) === divisionByZero ? new Repeated() : error;
  });
}

function keptSince({ realNow }: WriteContext): Date {
  return new Date(+realNow - keptForMs);
}

async function claimSignature(tx: Tx, ctx: WriteContext): Promise<void> {
  const { signature, subject } = ctx;
  if (signature === undefined) return;
  const inserted = tx.execute(sql`
    insert into used_signature (subject, signature_hash, expires_at)
    values (${subject}, ${signature.hash}, ${signature.expiresAt})`);
  await inserted.catch((error: unknown) => {
    throw violatedConstraint(error) === "used_signature_pkey" ? unauthorized() : error;
  });
}

/** Stores the value of a change under the request's key, if it has one. */
export function storeAnswer(sender: Sender, ctx: WriteContext, value: unknown): void {
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
