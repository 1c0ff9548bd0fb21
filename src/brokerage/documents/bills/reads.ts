// What other resources may read of bills: a fee as a paper.
export type { BilledFee } from "./bill.ts";

import type { BilledFee } from "./bill.ts";
import { drawBill } from "./draw-bill.ts";

/** The bytes of the bill of a fee. Its owner keeps it as a document of type `AD`. */
export async function billAsPaper(fee: BilledFee, at: Date): Promise<Buffer> {
  return drawBill(fee, at);
}
