// The requests for webhooks. (docs/events.md)

import type { App } from "../../../platform/http/frame.ts";
import {
  created,
  createdWith,
  Located,
  sendPage,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { receiverUrl } from "../../../platform/webhooks/receiver-address.ts";
import { Type } from "../../../values/type.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { webhookErrors } from "./errors.ts";
import { getWebhook } from "./get-webhook.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { pingWebhook } from "./ping-webhook.ts";
import { redeliverEvent } from "./redeliver-event.ts";
import { renewWebhookSecret } from "./renew-webhook-secret.ts";
import { rulesOfWebhook } from "./rules.ts";
import {
  DeliveriesQuery,
  Delivery,
  NewWebhook,
  NoContent,
  Webhook,
  WebhookSecret,
  WebhookUpdate,
} from "./schema.ts";
import { type Drawn, showSecret } from "./show-secret.ts";
import { updateWebhook } from "./update-webhook.ts";

const WebhookPath = Type.Object({ webhookid: Type.String({ examples: ["4603"] }) });
const DeliveryPath = Type.Object({
  webhookid: Type.String({ examples: ["4603"] }),
  deliveryid: Type.String({ examples: ["4604"] }),
});

const path = "/restapi/webhooks";
const one = `${path}/:webhookid`;
const callers = ["institutional", "issuing", "operator"] as const;
// They lead what the firm may read out of the house.
const adminOnly = true;
const tags = [
  { name: "Webhooks", description: "Addresses to which events are sent, and what was sent." },
];
const headersOfSecret = ["Location", "Idempotency-Replayed"] as const;

/** Registers the requests for webhooks. */
export async function webhookRoutes(app: App): Promise<void> {
  const isSandbox = app.frame.daysAhead !== undefined;
  const rules = rulesOfWebhook((url) => receiverUrl(url, isSandbox) !== undefined);
  changesOfSecrets(app, rules);
  changesOfDeliveries(app);
  readsOfWebhooks(app);
  changesOfWebhooks(app, rules);
}

type Rules = ReturnType<typeof rulesOfWebhook>;

function changesOfSecrets(app: App, rules: Rules): void {
  app.post(
    path,
    {
      config: {
        access: "wholeFirm",
        callers,
        adminOnly,
        rules,
        errors: [webhookErrors.url, webhookErrors.types, webhookErrors.count],
        responseHeaders: headersOfSecret,
      },
      schema: {
        operationId: "createWebhook",
        summary: "Have events sent to an address; the response alone shows the secret",
        tags,
        body: NewWebhook,
        response: { 201: WebhookSecret },
      },
    },
    async ({ context, body }, reply) => {
      const id = await createWebhook(context, body);
      const isFirst = ({ createdAt, secretAt }: Drawn) =>
        createdAt.toISOString() === secretAt.toISOString();
      return createdWith(reply, `${path}/${id}`, await showSecret(context, id, isFirst));
    },
  );

  app.post(
    `${one}/secrets`,
    {
      config: { access: "webhook", callers, adminOnly, responseHeaders: headersOfSecret },
      schema: {
        operationId: "renewWebhookSecret",
        summary: "Replace the secret of a webhook; both sign for a day",
        tags,
        params: WebhookPath,
        body: NoContent,
        response: { 201: WebhookSecret },
      },
    },
    async ({ context, params: { webhookid } }, reply) => {
      const drawnAt = await renewWebhookSecret(context, webhookid);
      const isThat = ({ secretAt }: Drawn) => secretAt.toISOString() === drawnAt;
      return createdWith(
        reply,
        `${path}/${webhookid}`,
        await showSecret(context, webhookid, isThat),
      );
    },
  );
}

function changesOfDeliveries(app: App): void {
  app.post(
    `${one}/ping`,
    {
      config: { access: "webhook", callers, adminOnly, errors: [webhookErrors.status] },
      schema: {
        operationId: "pingWebhook",
        summary: "Try a webhook: an event is sent to it",
        tags,
        params: WebhookPath,
        body: NoContent,
        response: { 201: Located },
      },
    },
    async ({ context, params: { webhookid } }, reply) => {
      await pingWebhook(context, webhookid);
      return created(reply, `${path}/${webhookid}/deliveries`);
    },
  );

  app.post(
    `${one}/deliveries/:deliveryid/redeliver`,
    {
      config: {
        access: "webhook",
        callers,
        adminOnly,
        errors: [webhookErrors.deliveryNotFound, webhookErrors.status, webhookErrors.redeliver],
      },
      schema: {
        operationId: "redeliverEvent",
        summary: "Send an event again",
        tags,
        params: DeliveryPath,
        body: NoContent,
        response: { 201: Located },
      },
    },
    async ({ context, params: { webhookid: webhookId, deliveryid: deliveryId } }, reply) => {
      await redeliverEvent(context, { webhookId, deliveryId });
      return created(reply, `${path}/${webhookId}/deliveries`);
    },
  );
}

function readsOfWebhooks(app: App): void {
  app.get(
    path,
    {
      config: { access: "wholeFirm", callers },
      schema: {
        operationId: "listWebhooks",
        summary: "List the webhooks of the firm",
        tags,
        response: { 200: Type.Array(Webhook) },
      },
    },
    async ({ context }) => listWebhooks(context),
  );

  app.get(
    `${one}/deliveries`,
    {
      config: { access: "webhook", callers },
      schema: {
        operationId: "listDeliveries",
        summary: "List what was sent to a webhook, and what waits",
        tags,
        params: WebhookPath,
        querystring: DeliveriesQuery,
        response: { 200: Type.Array(Delivery, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params: { webhookid }, query }, reply) =>
      sendPage(reply, Delivery, await listDeliveries(context, webhookid, query), "before"),
  );

  app.get(
    one,
    {
      config: { access: "webhook", callers, etag: "record" },
      schema: {
        operationId: "getWebhook",
        summary: "Get a webhook",
        tags,
        params: WebhookPath,
        response: { 200: Webhook },
      },
    },
    async ({ context, params }) => getWebhook(context, params.webhookid),
  );
}

function changesOfWebhooks(app: App, rules: Rules): void {
  app.put(
    one,
    {
      config: {
        access: "webhook",
        callers,
        adminOnly,
        changes: one,
        rules,
        errors: [webhookErrors.url, webhookErrors.types, webhookErrors.status],
      },
      schema: {
        operationId: "updateWebhook",
        summary: "Change, pause or set going a webhook",
        tags,
        params: WebhookPath,
        body: WebhookUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params: { webhookid }, body }, reply) => {
      await updateWebhook(context, webhookid, body);
      return updated(reply, `${path}/${webhookid}`);
    },
  );

  app.delete(
    one,
    {
      config: { access: "webhook", callers, adminOnly, changes: one },
      schema: {
        operationId: "deleteWebhook",
        summary: "Remove a webhook",
        tags,
        params: WebhookPath,
        response: { 200: Located },
      },
    },
    async ({ context, params: { webhookid } }, reply) => {
      await deleteWebhook(context, webhookid);
      return updated(reply, `${path}/${webhookid}`);
    },
  );
}
