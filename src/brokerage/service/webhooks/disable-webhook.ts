// Disabling a webhook whose receiver has not accepted anything for days. (docs/events.md)

import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { hasFailedTooLong } from "../../../platform/webhooks/schedule.ts";
import { subjectOf } from "./changes.ts";
import { disableWebhookEntry } from "./entries.ts";
import { webhookDisabled } from "./events.ts";
import { lockWebhook, updateWebhookDisabled } from "./queries.ts";

/** Disables a webhook, unless it was set going meanwhile. */
export async function disableWebhook(ctx: WriteContext, webhookId: Id): Promise<void> {
  await write(ctx, disableWebhookEntry, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    const { failingSince = null, status } = webhook ?? {};
    if (
      webhook === undefined ||
      status !== "active" ||
      !hasFailedTooLong(failingSince, ctx.realNow)
    ) {
      return { value: null, audit: [] };
    }
    updateWebhookDisabled(tx, webhookId);
    const detail = { webhookId, failingSince };
    const events = [webhookDisabled({ webhookId })];
    return { value: null, audit: [{ subject: subjectOf(webhook), detail, events }] };
  });
}
