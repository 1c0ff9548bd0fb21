// Listing what was and is to be sent to a webhook. (docs/events.md)

import { encodeInstant } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf } from "../../../values/page.ts";
import { type DeliveryRow, selectDeliveries } from "./delivery-queries.ts";
import type { DeliveriesQuery, Delivery } from "./schema.ts";

const usualLimit = "100" as Decimal;

/** The deliveries of a webhook, the newest first. */
export async function listDeliveries(
  { db }: Context,
  webhookId: string,
  { status, before, limit = usualLimit }: DeliveriesQuery,
): Promise<Page<Delivery>> {
  const choice = {
    status: status ?? null,
    before: before ?? null,
    most: Number.parseInt(limit, 10) + 1,
  };
  const rows = await selectDeliveries(db, webhookId as Id, choice);
  const { shown, last } = pageOf(rows, limit);
  return { entries: shown.map(encodeDelivery), next: last?.id };
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
