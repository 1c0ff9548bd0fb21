// Finds what is to be sent to a webhook: the events behind the position that it has read up to, of its
// types, that its firm sees.
import type { Caller } from "../../../platform/change/context.ts";
import { readFeed, type VisibleEvents } from "../../../platform/feed/feed.ts";
import { selectFeedState } from "../../../platform/feed/queries.ts";
import type { Database } from "../../../platform/store/db.ts";
import type { Term } from "../../../platform/store/leader.ts";
import { after, triedForMs } from "../../../platform/webhooks/schedule.ts";
import { visibleEvents } from "../events/reads.ts";
import { insertDeliveries, isBacklogFull } from "./delivery-queries.ts";
import { webhookPinged } from "./events.ts";
import { advanceWebhook, type WebhookRow } from "./queries.ts";

/** How many events become deliveries at once, and how many wait at most: the rest waits in the feed. */
const atOnce = 500;
const mostWaiting = 10_000;

/** The needs of finding events. */
export interface Collecting {
  readonly db: Database;
  readonly term: Pick<Term, "transaction">;
  readonly caller: Caller;
  readonly now: Date;
}

/** Stores deliveries of the next events; returns whether it has read on. */
export async function collectEvents(
  { db, term, caller, now }: Collecting,
  webhook: WebhookRow,
): Promise<boolean> {
  const { last, expired } = await selectFeedState(db);
  const readTo = BigInt(webhook.readTo);
  if (readTo >= last || (await isBacklogFull(db, webhook.id, mostWaiting))) return false;
  const page = await readFeed(db, seenBy(webhook, visibleEvents(db, caller)), {
    after: readTo > expired ? readTo : expired,
    most: atOnce,
    types: webhook.types === null ? undefined : new Set([...webhook.types, webhookPinged.type]),
  });
  if (page.position <= readTo) return false;
  await term.transaction(async (tx) => {
    if (!(await advanceWebhook(tx, webhook, page.position)) || page.events.length === 0) return;
    const deliveries = page.events.map((event) => ({
      event,
      status: event.type === webhookPinged.type ? ("requested" as const) : ("pending" as const),
    }));
    const giveUpAt = after(now, triedForMs);
    insertDeliveries(tx, webhook.id, deliveries, { now, giveUpAt });
  });
  return true;
}

/** The events that a webhook receives of those that its firm sees: an event that tries one is sent
 * to that one alone. */
function seenBy({ id }: Pick<WebhookRow, "id">, sees: VisibleEvents): VisibleEvents {
  return async (events) => {
    const seen = await sees(events);
    return seen.map((event) =>
      event?.type === webhookPinged.type && event.data.webhookId !== id ? undefined : event,
    );
  };
}
