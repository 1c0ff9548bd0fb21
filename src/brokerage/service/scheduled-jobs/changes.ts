// What other resources may do with the sweep.
import type { WriteContext } from "../../../platform/change/context.ts";
import { sweep } from "./sweep.ts";

/** Makes every change that is due by the context's business time. */
export async function sweepNow(ctx: WriteContext): Promise<void> {
  await sweep(ctx);
}
