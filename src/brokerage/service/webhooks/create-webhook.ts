// Having events sent to an address. (docs/events.md)

import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { updateMissingEpoch } from "../../../platform/feed/queries.ts";
import { drawSecret } from "../../../platform/webhooks/signed-message.ts";
import { refuseFor } from "../../../values/problem.ts";
import { noted, subjectOf } from "./changes.ts";
import { createWebhookEntry } from "./entries.ts";
import { insertWebhook, lockWebhookCount } from "./queries.ts";
import { problemsWithNumber } from "./rules.ts";
import type { NewWebhook } from "./schema.ts";
import { sealSecret } from "./webhook-secret.ts";

/** Makes a webhook of the caller's firm, and returns its id. */
export async function createWebhook(ctx: Context, request: NewWebhook): Promise<Id> {
  return write(ctx, createWebhookEntry, async (tx) => {
    const firmOid = ctx.caller.firm.oid;
    refuseFor(problemsWithNumber(await lockWebhookCount(tx, firmOid)));
    const { url, types = null, description = null } = request;
    const id = ctx.newId();
    const state = { url, types, description, status: "active" } as const;
    const secret = drawSecret(ctx.random);
    const secretSealed = sealSecret(ctx.vault, { id, firmOid, url }, secret);
    updateMissingEpoch(tx);
    insertWebhook(tx, { ...state, id, firmOid, secretSealed, createdAt: ctx.realNow });
    const entry = {
      subject: subjectOf({ firmOid }),
      after: { webhook: noted(state) },
      detail: { webhookId: id },
    };
    return { value: id, audit: [entry] };
  });
}
