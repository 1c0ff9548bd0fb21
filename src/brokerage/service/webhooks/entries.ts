// The content of the audit entries of webhooks: never a secret, nor more of an address than scheme and host.

import { entryId, entryInstant, entryShape, ofFirm } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

const state = {
  url: Type.String(),
  /** The SHA-256 of the whole address, in hexadecimal digits. */
  urlDigest: Type.String(),
  types: nullable(Type.Array(Type.String())),
  description: nullableText(),
  status: Type.Enum(["active", "paused", "disabled"]),
};

const which = Type.Object({ webhookId: entryId });

/** A webhook that was made. */
export const createWebhookEntry = entryShape("createWebhook", {
  subject: ofFirm,
  after: Type.Object({ webhook: Type.Object(state) }),
  detail: which,
});

/** A webhook that was changed, paused or set going again. */
export const updateWebhookEntry = entryShape("updateWebhook", {
  subject: ofFirm,
  before: Type.Object({ webhook: Type.Object(state) }),
  after: Type.Object({ webhook: Type.Object(state) }),
  detail: which,
});

/** A webhook that was removed, with its deliveries. */
export const deleteWebhookEntry = entryShape("deleteWebhook", {
  subject: ofFirm,
  before: Type.Object({ webhook: Type.Object(state) }),
  detail: which,
});

/** A secret that was replaced, and until when the earlier one signs as well. */
export const renewWebhookSecretEntry = entryShape("renewWebhookSecret", {
  subject: ofFirm,
  detail: Type.Object({ webhookId: entryId, earlierUntil: entryInstant }),
});

/** A webhook that is tried. */
export const pingWebhookEntry = entryShape("pingWebhook", { subject: ofFirm, detail: which });

/** A delivery that is to be sent again. */
export const redeliverEventEntry = entryShape("redeliverEvent", {
  subject: ofFirm,
  detail: Type.Object({ webhookId: entryId, deliveryId: entryId }),
});

/** A webhook to which nothing more is sent, and since when every attempt had failed. */
export const disableWebhookEntry = entryShape("disableWebhook", {
  subject: ofFirm,
  detail: Type.Object({ webhookId: entryId, failingSince: entryInstant }),
});
