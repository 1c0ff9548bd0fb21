// The callers that see a webhook: the firm that it is of, not on behalf of a client.

import { isId } from "@bursar/values/ids";
import { type Caller, isForFirm } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { webhookOfFirm } from "./queries.ts";

/** Whether the caller may use the webhook of the path; an absent one is treated like a foreign one. */
export function mayUseWebhook(
  caller: Caller,
  { webhookid: webhookId = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isForFirm(caller) && isId(webhookId) && webhookOfFirm(caller.firm.oid, webhookId);
}
