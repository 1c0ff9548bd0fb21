// The response that shows a secret: to the request that drew it, and to its repeats while it is in
// use.

import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { selectWebhook, type WebhookRow } from "./queries.ts";
import type { WebhookSecret } from "./schema.ts";
import { openSecret } from "./webhook-secret.ts";

/** When a webhook was made and its secret drawn. */
export type Drawn = Pick<WebhookRow, "createdAt" | "secretAt">;

/** The secret of a webhook, if it is still the one that was drawn then. It is read from the store:
 * the stored response for repeats is not sealed. */
export async function showSecret(
  { db, vault, caller }: Pick<Context, "db" | "vault" | "caller">,
  webhookId: string,
  isDrawn: (drawn: Drawn) => boolean,
): Promise<WebhookSecret> {
  const webhook = await selectWebhook(db, webhookId as Id);
  const isShown = webhook?.firmOid === caller.firm.oid && isDrawn(webhook);
  return {
    webhookId,
    secret: isShown ? openSecret(vault, webhook, webhook.secretSealed) : null,
  };
}
