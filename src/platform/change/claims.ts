// Claims: values that no two records of the platform may share, such as a login id. A caller does
// not see who else has one, so trying values must teach it nothing. A dry run checks none, and a
// change is checked for them last. An API user is refused few in a day, each with an audit entry.
// (docs/adr/0036-claims.md)
import type { ErrorCode } from "@bursar/values/error-code";
import { Refusal, refusal } from "../../values/problem.ts";
import { requestErrors } from "../refusals/errors.ts";
import type { Tx } from "../store/db.ts";
import type { EntryShape, NoteOf } from "./audit-entry.ts";
import { selectRefusedAt } from "./claim-queries.ts";
import type { WriteContext } from "./context.ts";
import { requestKey } from "./idempotency.ts";
import { refuseClaim, refusedSubject } from "./refuse-claim.ts";
import { type Change, type Storable, type WriteOptions, write } from "./write.ts";

/** Limit of refused claims per API user within 24 hours; beyond it all changes with claims are
 * refused. */
export const mostRefusedClaims = 20;

const dayMs = 24 * 60 * 60 * 1_000;

/** The write options of a change that claims a unique value. */
export interface ClaimOptions extends WriteOptions {
  /** The codes of the rules that refuse what another record has. */
  readonly claims: readonly ErrorCode[];
}

/** The value that a change is to store: its own, or in a rehearsal one that nobody has, so that the rule
 * of this code is not judged; the response shows the value itself. */
export function claimed(
  { standIn }: Pick<WriteContext, "standIn">,
  error: ErrorCode,
  value: string,
): string {
  return standIn?.(error.code, value) ?? value;
}

/** Makes a change as `write` does, and counts the refusals of its claims. */
export async function writeClaim<T extends Storable, E extends EntryShape>(
  ctx: WriteContext,
  entry: E,
  change: (tx: Tx) => Promise<Change<T, NoteOf<E>>>,
  { claims, ...options }: ClaimOptions,
): Promise<T> {
  const { apiUser } = ctx.actor;
  if (ctx.isRehearsed || apiUser === undefined) return write(ctx, entry, change, options);
  const bounded = async (tx: Tx) => {
    // Sent together; beyond the limit the reason of a refusal is not revealed.
    const [within, made] = await Promise.allSettled([refuseBeyond(tx, ctx, apiUser), change(tx)]);
    if (within.status === "rejected") throw within.reason;
    if (made.status === "rejected") throw made.reason;
    return made.value;
  };
  // One place in the queue for both: of many concurrent requests, no more reveal a reason than run
  // at once.
  const leaveQueue = await ctx.enterQueue?.(requestKey(ctx));
  const admitted: WriteContext = ctx.enterQueue
    ? { ...ctx, enterQueue: async () => () => {} }
    : ctx;
  try {
    const made = await write(admitted, entry, bounded, options);
    ctx.replayed = admitted.replayed;
    return made;
  } catch (error) {
    const codes = claims.map(({ code }) => code).filter((code) => isRefusedBy(error, code));
    const { operation } = entry;
    if (codes.length > 0) await refuseClaim(admitted, { apiUser, operation, codes });
    throw error;
  } finally {
    leaveQueue?.();
  }
}

function isRefusedBy(error: unknown, code: string): boolean {
  if (!(error instanceof Refusal)) return false;
  return error.problems.some((problem) => "errorCode" in problem && problem.errorCode === code);
}

async function refuseBeyond(tx: Tx, { realNow }: WriteContext, apiUser: string): Promise<void> {
  const at = await selectRefusedAt(tx, refusedSubject(apiUser), mostRefusedClaims);
  const waitMs = at === undefined ? 0 : at.getTime() + dayMs - realNow.getTime();
  if (waitMs <= 0) return;
  const seconds = String(Math.ceil(waitMs / 1_000));
  throw refusal(429, requestErrors.tooManyClaims, { "Retry-After": seconds });
}
