// Listing the webhooks of the caller's firm. (docs/events.md)
import type { Context } from "../../platform/change/context.ts";
import { encodeInstant } from "../../values/dates.ts";
import { statusOf } from "./changes.ts";
import { selectWebhooks, type WebhookRow } from "./queries.ts";
import type { Webhook } from "./schema.ts";

/** The webhooks of the caller's firm, oldest first. */
export async function listWebhooks({ db, caller, realNow }: Context): Promise<Webhook[]> {
  const rows = await selectWebhooks(db, caller.firm.oid);
  return rows.map((row) => encodeWebhook(row, realNow));
}

/** A webhook as it is answered. */
export function encodeWebhook(row: WebhookRow, now: Date): Webhook {
  const { earlierSecretUntil: until } = row;
  return {
    webhookId: row.id,
    url: row.url,
    types: row.types === null ? null : [...row.types],
    description: row.description,
    status: statusOf(row),
    creationTS: encodeInstant(row.createdAt),
    failingSinceTS: row.failingSince && encodeInstant(row.failingSince),
    earlierSecretUntilTS: until !== null && until > now ? encodeInstant(until) : null,
  };
}
