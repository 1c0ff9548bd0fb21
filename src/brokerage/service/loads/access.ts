// The callers that see a load: the firm whose caller sent it, and the operator, neither on behalf
// of a client.

import { type Id, isId } from "@bursar/values/ids";
import { type Caller, isForFirm } from "../../../platform/change/context.ts";
import type { Statement } from "../../../platform/store/db.ts";
import { loadOfFirm } from "./queries.ts";

/** The firm to whose loads a caller is confined; null for the operator, who sees all. */
export function firmOfLoads({ firm }: Pick<Caller, "firm">): Id | null {
  return firm.kind === "operator" ? null : firm.oid;
}

/** Whether the caller may see the load of the path; an absent one is treated like a foreign one. */
export function mayUseLoad(
  caller: Caller,
  { loadid: loadId = "" }: Readonly<Record<string, string>>,
): Statement<unknown> | boolean {
  return isForFirm(caller) && isId(loadId) && loadOfFirm(loadId, firmOfLoads(caller));
}
