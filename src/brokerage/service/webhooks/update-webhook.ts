// Changing a webhook, pausing it and setting it going. (docs/events.md)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import { after, triedForMs } from "../../../platform/webhooks/schedule.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockWebhookForCaller, noted, statusOf, subjectOf } from "./changes.ts";
import { updatePendingAfresh } from "./delivery-queries.ts";
import { updateWebhookEntry } from "./entries.ts";
import {
  updateWebhookGoing,
  updateWebhookRow,
  type WebhookRow,
  type WebhookState,
} from "./queries.ts";
import { problemsWithStatus } from "./rules.ts";
import type { WebhookUpdate } from "./schema.ts";
import { openSecret, sealSecret } from "./webhook-secret.ts";

/** Changes a webhook; `active` has all that waits tried at once, also where it was active before. */
export async function updateWebhook(
  ctx: Context,
  webhookId: string,
  { status: asked, ...request }: WebhookUpdate,
): Promise<void> {
  await write(ctx, updateWebhookEntry, async (tx) => {
    const webhook = await lockWebhookForCaller(tx, ctx.caller, webhookId);
    await ctx.condition?.judge(tx);
    const was = settingsOf(webhook);
    const status = (asked ?? was.status) as WebhookRow["status"];
    refuseFor(problemsWithStatus(was.status, status));
    const { url = was.url, types = was.types, description = was.description } = request;
    const is = { url, types, description, status };
    const isSame = JSON.stringify(was) === JSON.stringify(is);
    if (isSame && asked !== "active") return { value: null, audit: [] };

    updateWebhookRow(tx, { ...is, ...resealed(ctx.vault, webhook, url), id: webhook.id });
    if (asked === "active") {
      updateWebhookGoing(tx, webhook.id);
      updatePendingAfresh(tx, webhook.id, ctx.realNow, after(ctx.realNow, triedForMs));
    }
    const entry = {
      subject: subjectOf(webhook),
      before: { webhook: noted(was) },
      after: { webhook: noted(is) },
      detail: { webhookId: webhook.id },
    };
    return { value: null, audit: [entry] };
  });
}

function settingsOf(webhook: WebhookRow): WebhookState {
  const { url, types, description } = webhook;
  return { url, types, description, status: statusOf(webhook) };
}

/** The secrets, sealed for another address. */
function resealed(vault: Vault, webhook: WebhookRow, url: string) {
  const reseal = (sealed: Buffer) =>
    sealSecret(vault, { ...webhook, url }, openSecret(vault, webhook, sealed));
  const { secretSealed, earlierSecretSealed } = webhook;
  if (url === webhook.url) return { secretSealed, earlierSecretSealed };
  return {
    secretSealed: reseal(secretSealed),
    earlierSecretSealed: earlierSecretSealed && reseal(earlierSecretSealed),
  };
}
