// Sends what is due to a webhook: of each subject one event after the other, several subjects at once.
import type { Caller } from "../../../platform/change/context.ts";
import { selectEvents } from "../../../platform/feed/queries.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Database } from "../../../platform/store/db.ts";
import type { Term } from "../../../platform/store/leader.ts";
import { after, waitAfter } from "../../../platform/webhooks/schedule.ts";
import type { Outcome, Send } from "../../../platform/webhooks/send-message.ts";
import { signedMessage } from "../../../platform/webhooks/signed-message.ts";
import { visibleEventsOf } from "../events/reads.ts";
import {
  type Attempted,
  type DeliveryRow,
  selectDue,
  updateAttempted,
} from "./delivery-queries.ts";
import { updateFailing, type WebhookRow } from "./queries.ts";
import { openSecret } from "./webhook-secret.ts";

/** How many are sent at once: one while the receiver fails, so that little waits for it in vain. */
const atOnce = 32;
const whileFailing = 1;

/** The needs of sending. */
export interface Delivering {
  readonly db: Database;
  readonly vault: Vault;
  readonly term: Pick<Term, "transaction">;
  readonly caller: Caller;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly send: Send;
  readonly signal: AbortSignal;
}

/** The result of all deliveries that were due. */
export interface Delivered {
  /** How many deliveries have come further. */
  readonly count: number;
  /** Since when every attempt has failed; null where none has, or the last has not. */
  readonly failingSince: Date | null;
}

/** Sends what is due now, and stores what became of it. Whoever ends between the two sends it again. */
export async function deliverDue(of: Delivering, webhook: WebhookRow): Promise<Delivered> {
  const { db, term, clock, caller } = of;
  const { failingSince } = webhook;
  const most = failingSince === null ? atOnce : whileFailing;
  const due = await selectDue(db, webhook.id, clock(), most);
  if (due.length === 0) return { count: 0, failingSince };
  const bodies = await visibleEventsOf(db, caller, await selectEvents(db, due));
  const secrets = secretsOf(of, webhook);
  const results = await Promise.all(
    due.map(async (delivery) => {
      const body = bodies.get(delivery.id);
      if (body === undefined) return { row: withheld(delivery) };
      const message = signedMessage({ id: delivery.id, body, now: clock() }, secrets);
      const outcome = await of.send(webhook.url, message, of.signal);
      return { row: attempted(delivery, outcome, of), outcome };
    }),
  );
  // A delivery that was broken off at the end of the term has not failed.
  if (of.signal.aborted) return { count: 0, failingSince };
  const outcomes = results.flatMap(({ outcome }) => outcome ?? []);
  const since = outcomes.some(isAccepted)
    ? null
    : outcomes.length > 0
      ? (failingSince ?? clock())
      : failingSince;
  await term.transaction(async (tx) => {
    updateAttempted(
      tx,
      webhook.id,
      results.map(({ row }) => row),
    );
    if (since !== failingSince) updateFailing(tx, webhook.id, since);
  });
  return { count: due.length, failingSince: since };
}

/** The secrets that sign now, the newest first. */
function secretsOf({ vault, clock }: Delivering, webhook: WebhookRow): string[] {
  const { secretSealed, earlierSecretSealed: earlier, earlierSecretUntil: until } = webhook;
  const sealed = [secretSealed, ...(earlier && until && until > clock() ? [earlier] : [])];
  return sealed.map((each) => openSecret(vault, webhook, each));
}

function isAccepted(outcome: Outcome): boolean {
  return "status" in outcome && outcome.status >= 200 && outcome.status < 300;
}

function withheld({ status: was, ...delivery }: DeliveryRow): Attempted {
  return { ...delivery, was, status: "withheld" };
}

/** A delivery after an attempt: what was asked for has one, and others three days. */
function attempted(
  { status: was, ...delivery }: DeliveryRow,
  outcome: Outcome,
  { clock, random }: Pick<Delivering, "clock" | "random">,
): Attempted {
  const now = clock();
  const attempts = delivery.attempts + 1;
  const isOver = was === "requested" || now >= delivery.giveUpAt;
  const failed = isOver ? "undelivered" : "pending";
  return {
    ...delivery,
    was,
    status: isAccepted(outcome) ? "delivered" : failed,
    attempts,
    nextAt: after(now, waitAfter(attempts, random)),
    lastAttemptAt: now,
    lastStatus: "status" in outcome ? outcome.status : null,
    lastFault: "fault" in outcome ? outcome.fault : null,
  };
}
