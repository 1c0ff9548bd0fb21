// The wire shapes of webhooks. (docs/events.md)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { eventTypes } from "../events/reads.ts";
import { deliveryLifeCycle, webhookLifeCycle } from "./life-cycle.ts";

const url = text({
  max: 2_000,
  description: "Where events are sent: https, on port 443 or 8443, of a host of the internet.",
});
const types = list(text({ oneOf: eventTypes }), {
  max: 200,
  description: "The types that are sent; left out, all of them.",
});
const description = text({ description: "The purpose of the webhook." });

/** A firm's request to have a webhook. */
export const NewWebhook = object(
  { url, types: optional(types), description: optional(description) },
  {
    title: "NewWebhook",
    examples: [
      {
        url: "https://hooks.example.com/bursar",
        types: ["order.accepted", "transfer.updated"],
        description: "Back office",
      },
    ],
  },
);
export type NewWebhook = Static<typeof NewWebhook>;

/** A firm's request to change a webhook; what is left out stays as it is. */
export const WebhookUpdate = object(
  {
    url: optional(url),
    types: optional(emptiable(types)),
    description: optional(emptiable(description)),
    status: optional(
      text({
        oneOf: ["active", "paused"],
        description: "`active` sets it going again, and has all that waits tried at once.",
      }),
    ),
  },
  { title: "WebhookUpdate", examples: [{ description: "Middle office" }] },
);
export type WebhookUpdate = Static<typeof WebhookUpdate>;

/** The body of a request without content. */
export const NoContent = object({}, { title: "NoContent", examples: [{}] });

/** A secret, which no other response shows. */
export const WebhookSecret = Type.Object(
  {
    webhookId: Type.String(),
    secret: nullableText("Null in the repeat of a request, if it is no longer in use."),
  },
  { title: "WebhookSecret" },
);
export type WebhookSecret = Static<typeof WebhookSecret>;

/** A webhook as it is returned. */
export const Webhook = Type.Object(
  {
    webhookId: Type.String(),
    url: Type.String({
      description: "To those who may not change webhooks only its scheme and host.",
    }),
    types: nullable(Type.Array(Type.String(), { description: "Null is all types." })),
    description: nullableText(),
    status: Type.String({ enum: [...webhookLifeCycle.states] }),
    creationTS: Type.String({ format: "date-time" }),
    failingSinceTS: nullable(
      Type.String({ format: "date-time", description: "Since when every attempt has failed." }),
    ),
    earlierSecretUntilTS: nullable(
      Type.String({ format: "date-time", description: "Until when two secrets sign." }),
    ),
  },
  { title: "Webhook" },
);
export type Webhook = Static<typeof Webhook>;

/** The filters of a webhook's deliveries. */
export const DeliveriesQuery = object({
  status: optional(
    text({ oneOf: deliveryLifeCycle.states, description: "Deliveries in this state." }),
  ),
  before: optional(id({ description: "Deliveries older than the one with this id." })),
  limit: pageLimit("100"),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

/** A delivery as it is returned. */
export const Delivery = Type.Object(
  {
    deliveryId: Type.String({ description: "The id of the event." }),
    type: Type.String(),
    subject: Type.String(),
    status: Type.String({ enum: [...deliveryLifeCycle.states] }),
    attempts: Type.String(),
    creationTS: Type.String({ format: "date-time" }),
    lastAttemptTS: nullable(Type.String({ format: "date-time" })),
    lastStatus: nullableText("The status of the receiver's last response."),
    lastFault: nullable(
      Type.String({
        enum: ["address", "connection", "time"],
        description:
          "Why there was no response: an address that may not be used, no connection, or too late.",
      }),
    ),
    nextAttemptTS: nullable(Type.String({ format: "date-time", description: "If it waits." })),
  },
  { title: "Delivery" },
);
export type Delivery = Static<typeof Delivery>;
