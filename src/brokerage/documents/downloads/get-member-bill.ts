// Reading a member's bill.
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { getMemberBillEntry } from "./entries.ts";
import { findPaper, type PaperContent, recordReading } from "./read-paper.ts";

/** The bytes of the paper; the member's own first reading is stored before they go. */
export async function getMemberBill(
  ctx: Context,
  loginId: string,
  reportId: string,
): Promise<PaperContent> {
  const found = await findPaper(ctx, { loginId, reportId, types: ["AD"] });
  if (found.isFirstReading) {
    await write(ctx, getMemberBillEntry, (tx) => recordReading(tx, ctx, found, loginId));
  }
  return found;
}
