// Replacing the secret of a webhook; both sign for a day. (docs/events.md)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { after, earlierSecretMs } from "../../../platform/webhooks/schedule.ts";
import { drawSecret } from "../../../platform/webhooks/signed-message.ts";
import { lockWebhookForCaller, subjectOf } from "./changes.ts";
import { renewWebhookSecretEntry } from "./entries.ts";
import { updateSecret } from "./queries.ts";
import { sealSecret } from "./webhook-secret.ts";

/** Draws another secret, and returns when that was. */
export async function renewWebhookSecret(ctx: Context, webhookId: string): Promise<string> {
  return write(ctx, renewWebhookSecretEntry, async (tx) => {
    const webhook = await lockWebhookForCaller(tx, ctx.caller, webhookId);
    const secretSealed = sealSecret(ctx.vault, webhook, drawSecret(ctx.random));
    const earlierUntil = after(ctx.realNow, earlierSecretMs);
    updateSecret(tx, webhook.id, { secretSealed, now: ctx.realNow, earlierUntil });
    const detail = { webhookId: webhook.id, earlierUntil };
    return { value: ctx.realNow.toISOString(), audit: [{ subject: subjectOf(webhook), detail }] };
  });
}
