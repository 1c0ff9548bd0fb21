// Who sees a webhook: the firm that it is of.
import type { Caller } from "../../platform/change/context.ts";
import type { Statement } from "../../platform/store/db.ts";
import { isId } from "../../values/ids.ts";
import { webhookOfFirm } from "./queries.ts";

/** Whether the caller may use the webhook of the path; an absent one is answered like a foreign one.
 * */
export function mayUseWebhook(
  { firm }: Caller,
  { webhookid: webhookId = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isId(webhookId) && webhookOfFirm(firm.oid, webhookId);
}
