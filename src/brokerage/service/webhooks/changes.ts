// Locking the webhook of a request, what its audit entries say, and where its secrets are.
import { createHash } from "node:crypto";

import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { forbidden } from "../../../values/problem.ts";
import type { WebhookStatus } from "./life-cycle.ts";
import { lockWebhook, type WebhookRow, type WebhookState } from "./queries.ts";

export { sealedWebhookSecrets } from "./webhook-secret.ts";

/** Locks a webhook; refuses one that the caller does not see any more. */
export async function lockWebhookForCaller(
  tx: Tx,
  { firm }: Caller,
  webhookId: string,
): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, webhookId as Id);
  if (webhook?.firmOid !== firm.oid) throw forbidden();
  return webhook;
}

/** The status of a webhook: one of a store that was restored is paused until it is set going. */
export function statusOf({ status, isRestored }: WebhookRow): WebhookStatus {
  return status === "active" && isRestored ? "paused" : status;
}

/** The state of a webhook as an entry has it. Its address may hold a token of the receiver, and the log is read by others
 * than its firm: an entry has scheme and host, and a digest that shows whether the address is another one. */
export function noted({ url, types, description, status }: WebhookState) {
  const urlDigest = createHash("sha256").update(url).digest("hex");
  return { url: new URL(url).origin, urlDigest, types, description, status };
}

/** In whose chain a webhook's changes are. */
export function subjectOf({ firmOid }: Pick<WebhookRow, "firmOid">): string {
  return `firm:${firmOid}`;
}
