// Listing what was and is to be sent to a webhook. (docs/events.md)

import { encodeInstant } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { type DeliveryRow, selectDeliveries } from "./delivery-queries.ts";
import type { DeliveriesQuery, Delivery } from "./schema.ts";

/** A part of the deliveries, and the one before which the list goes on, if it does. */
interface DeliveryList {
  readonly deliveries: Delivery[];
  readonly next: string | undefined;
}

/** The deliveries of a webhook, the newest first. */
export async function listDeliveries(
  { db }: Context,
  webhookId: string,
  { status, before, limit }: DeliveriesQuery,
): Promise<DeliveryList> {
  const most = Number(limit ?? 100);
  // One more than is returned shows that others follow.
  const choice = { status: status ?? null, before: before ?? null, most: most + 1 };
  const rows = await selectDeliveries(db, webhookId as Id, choice);
  const shown = rows.slice(0, most);
  return {
    deliveries: shown.map(encodeDelivery),
    next: rows.length > most ? shown.at(-1)?.id : undefined,
  };
}

function encodeDelivery(row: DeliveryRow): Delivery {
  const waits = row.status === "pending" || row.status === "requested";
  return {
    deliveryId: row.id,
    type: row.type,
    subject: row.subject,
    status: row.status,
    attempts: String(row.attempts),
    creationTS: encodeInstant(row.createdAt),
    lastAttemptTS: row.lastAttemptAt && encodeInstant(row.lastAttemptAt),
    lastStatus: row.lastStatus === null ? null : String(row.lastStatus),
    lastFault: row.lastFault,
    nextAttemptTS: waits ? encodeInstant(row.nextAt) : null,
  };
}
