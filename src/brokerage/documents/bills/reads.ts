// Reads of bills for other resources: a fee as a paper.
export type { BilledFee } from "./bill.ts";

import { drawInThread } from "../../../platform/paper/draw-in-thread.ts";
import type { BilledFee } from "./bill.ts";
import type { drawBill } from "./draw-bill.ts";

const drawing = { file: new URL("./draw-bill.ts", import.meta.url), name: "drawBill" };

/** The bytes of the bill of a fee. Its owner keeps it as a document of type `AD`. */
export async function billAsPaper(fee: BilledFee, at: Date): Promise<Buffer> {
  return drawInThread<typeof drawBill>(drawing, fee, at);
}
