// Listing the webhooks of the caller's firm. (docs/events.md)

import { encodeInstant } from "@bursar/values/dates";
import { type Caller, type Context, kindOfCaller } from "../../../platform/change/context.ts";
import { statusOf } from "./changes.ts";
import { selectWebhooks, type WebhookRow } from "./queries.ts";
import type { Webhook } from "./schema.ts";

/** The webhooks of the caller's firm, oldest first. */
export async function listWebhooks({ db, caller, realNow }: Context): Promise<Webhook[]> {
  const rows = await selectWebhooks(db, caller.firm.oid);
  return rows.map((row) => encodeWebhook(row, caller, realNow));
}

/** A webhook as it is returned. Its address may hold a token of the receiver: only those who may
 * change it are shown more than scheme and host. */
export function encodeWebhook(row: WebhookRow, caller: Caller, now: Date): Webhook {
  const { earlierSecretUntil: until } = row;
  return {
    webhookId: row.id,
    url: mayChangeWebhooks(caller) ? row.url : new URL(row.url).origin,
    types: row.types === null ? null : [...row.types],
    description: row.description,
    status: statusOf(row),
    creationTS: encodeInstant(row.createdAt),
    failingSinceTS: row.failingSince && encodeInstant(row.failingSince),
    earlierSecretUntilTS: until !== null && until > now ? encodeInstant(until) : null,
  };
}

function mayChangeWebhooks(caller: Caller): boolean {
  const scope = kindOfCaller(caller) === "operator" ? "operate" : "write";
  return caller.isAdministrator && caller.scopes.has(scope);
}
