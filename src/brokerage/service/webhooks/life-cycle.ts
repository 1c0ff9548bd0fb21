// The life of a webhook, and of what is sent to it. (docs/events.md)
import { lifeCycle, none } from "../../../values/life-cycle.ts";

const firms = ["institutional", "issuing", "operator"] as const;

/** An event on its way to a webhook. */
export const deliveryLifeCycle = lifeCycle({
  name: "delivery",
  states: ["pending", "requested", "delivered", "undelivered", "withheld"],
  transitions: [
    {
      from: [none],
      to: ["pending"],
      by: ["deliverer"],
      through: [],
      needs: "an event of the webhook's types that its firm sees",
    },
    { from: [none], to: ["requested"], by: firms, through: ["pingWebhook"] },
    {
      from: ["delivered", "undelivered"],
      to: ["requested"],
      by: firms,
      through: ["redeliverEvent"],
    },
    {
      from: ["pending", "requested"],
      to: ["delivered"],
      by: ["deliverer"],
      through: [],
      needs: "the receiver returns 2xx",
    },
    {
      from: ["pending", "requested"],
      to: ["withheld"],
      by: ["deliverer"],
      through: [],
      needs: "the firm no longer sees the event",
    },
    {
      from: ["pending"],
      to: ["undelivered"],
      by: ["deliverer"],
      through: [],
      needs: "three days have passed",
    },
    {
      from: ["requested"],
      to: ["undelivered"],
      by: ["deliverer"],
      through: [],
      needs: "the one attempt has failed",
    },
  ],
});

/** A webhook. */
export const webhookLifeCycle = lifeCycle({
  name: "webhook",
  states: ["active", "paused", "disabled"],
  transitions: [
    { from: [none], to: ["active"], by: firms, through: ["createWebhook"] },
    {
      from: ["active", "paused", "disabled"],
      to: ["active"],
      by: firms,
      through: ["updateWebhook"],
    },
    { from: ["active", "paused"], to: ["paused"], by: firms, through: ["updateWebhook"] },
    {
      from: ["active"],
      to: ["disabled"],
      by: ["deliverer"],
      through: ["disableWebhook"],
      needs: "every attempt of five days has failed",
    },
    {
      from: ["active", "paused", "disabled"],
      to: [none],
      by: firms,
      through: ["deleteWebhook"],
    },
  ],
});

/** The state of a webhook. */
export type WebhookStatus = (typeof webhookLifeCycle)["states"][number];

/** The state of a delivery. */
export type DeliveryStatus = (typeof deliveryLifeCycle)["states"][number];
