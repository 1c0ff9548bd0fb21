// What others may read of webhooks: how they fare.
import type { Reader } from "../../platform/store/db.ts";
import { selectWebhookFigures, type WebhookFigures } from "./queries.ts";

const none: WebhookFigures = { disabled: "0", failing: "0", waiting: "0", oldestAt: null };

/** Webhooks of all firms by how they fare, and what waits for them. */
export async function webhookFigures(db: Reader): Promise<WebhookFigures> {
  return (await selectWebhookFigures(db)) ?? none;
}
