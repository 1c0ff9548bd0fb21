// Events of webhooks. Subject: the firm.
import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";

const data = { webhookId: entryId };

/** Every attempt of days has failed: nothing more is sent to it. */
export const webhookDisabled = eventShape("webhook.disabled", data);
/** An event for trying a webhook, which is sent to it whatever its types. */
export const webhookPinged = eventShape("webhook.pinged", data);
