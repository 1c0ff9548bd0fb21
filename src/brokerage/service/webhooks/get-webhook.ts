// Reading one webhook. (docs/events.md)

import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { forbidden } from "../../../values/problem.ts";
import { encodeWebhook } from "./list-webhooks.ts";
import { selectWebhook } from "./queries.ts";
import type { Webhook } from "./schema.ts";

/** A webhook of the caller's firm. */
export async function getWebhook(ctx: Context, webhookId: string): Promise<Webhook> {
  const webhook = await selectWebhook(ctx.db, webhookId as Id);
  if (webhook?.firmOid !== ctx.caller.firm.oid) throw forbidden();
  return encodeWebhook(webhook, ctx.caller, ctx.realNow);
}
