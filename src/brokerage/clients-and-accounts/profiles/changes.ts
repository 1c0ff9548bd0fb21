// Changes of firms for other resources, as a request would make them.

import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { updateFirm } from "./update-firm.ts";

/** Notes that a firm is under contract. */
export async function putUnderContract(ctx: Context, firmOid: Id): Promise<void> {
  await updateFirm(ctx, firmOid, { underContract: true });
}
