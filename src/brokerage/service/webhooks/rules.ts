// Where events may be sent, and what may be done with a webhook.

import { mayMove } from "../../../values/life-cycle.ts";
import { brokenIf, type Problem } from "../../../values/problem.ts";
import { type ShapeRule, shapeRules } from "../../../values/shape-rule.ts";
import { webhookErrors } from "./errors.ts";
import {
  type DeliveryStatus,
  deliveryLifeCycle,
  type WebhookStatus,
  webhookLifeCycle,
} from "./life-cycle.ts";
import type { WebhookUpdate } from "./schema.ts";

const rule = shapeRules<WebhookUpdate>();

/** Rules that need only the request, and which addresses may receive events. */
export function rulesOfWebhook(mayReceive: (url: string) => boolean): readonly ShapeRule[] {
  return [
    rule(["url"], ({ url }) => brokenIf(url !== undefined && !mayReceive(url), webhookErrors.url)),
    rule(["types"], ({ types }) => brokenIf(types?.length === 0, webhookErrors.types)),
  ];
}

/** How many webhooks a firm may have. */
const mostWebhooks = 20;

/** Problems of one more webhook of a firm. */
export function problemsWithNumber(count: number): Problem[] {
  return brokenIf(count >= mostWebhooks, webhookErrors.count);
}

/** Problems of a new status. */
export function problemsWithStatus(from: WebhookStatus, to: WebhookStatus): Problem[] {
  const step = { from, to, by: "operator", through: "updateWebhook" } as const;
  return brokenIf(from !== to && !mayMove(webhookLifeCycle, step), webhookErrors.status);
}

/** Problems of trying a webhook: nothing is sent to one that does not go. */
export function problemsWithPing(status: WebhookStatus): Problem[] {
  return brokenIf(status !== "active", webhookErrors.status);
}

/** Problems of sending something again. */
export function problemsWithRedelivery(
  webhook: WebhookStatus,
  delivery: DeliveryStatus,
): Problem[] {
  const step = { from: delivery, to: "requested", by: "operator" } as const;
  return [
    ...problemsWithPing(webhook),
    ...brokenIf(!mayMove(deliveryLifeCycle, step), webhookErrors.redeliver),
  ];
}
