// The context of the leader's own changes.
import type { Id } from "@bursar/values/ids";
import { businessTime } from "../process/clock.ts";
import type { Term } from "../store/leader.ts";
import type { Actor, WriteContext } from "./context.ts";

/** The store, the clock by which things are due, randomness, and the source of ids. */
export interface LedParts extends Pick<WriteContext, "db" | "vault" | "random"> {
  readonly clock: () => Date;
  readonly drawId: (now: Date) => Id;
}

/** The context of a change by the leader: it is stored only while the term lasts. The business time of
 * a sandbox may be days ahead. */
export function contextOfTerm(
  { db, vault, clock, random, drawId }: LedParts,
  term: Pick<Term, "transaction">,
  actor: Actor,
  daysAhead = 0,
): WriteContext {
  const realNow = clock();
  return {
    actor,
    now: businessTime(realNow, daysAhead),
    realNow,
    requestId: Buffer.from(random(12)).toString("base64url"),
    address: "local",
    db: { ...db, transaction: (work) => term.transaction(work) },
    vault,
    newId: () => drawId(realNow),
    random,
    subject: String(actor.command),
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}
