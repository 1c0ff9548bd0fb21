// Reads of webhooks for others: how they fare.
import type { Reader } from "../../../platform/store/db.ts";
import { selectStalledWebhooks, selectWebhookFigures, type WebhookFigures } from "./queries.ts";

export { selectStalledWebhooks as stalledWebhooks } from "./queries.ts";

const none: WebhookFigures = { disabled: "0", failing: "0", waiting: "0", oldestAt: null };

/** How many webhooks stand still as of an instant. */
export async function countStalled(db: Reader, now: Date): Promise<number> {
  return (await selectStalledWebhooks(db, now)).length;
}

/** Webhooks of all firms by how they fare, and what waits for them. */
export async function webhookFigures(db: Reader): Promise<WebhookFigures> {
  return (await selectWebhookFigures(db)) ?? none;
}
