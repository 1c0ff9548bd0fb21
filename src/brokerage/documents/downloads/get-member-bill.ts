// Reading a member's bill.
import type { Context } from "../../../platform/change/context.ts";
import { getMemberBillEntry } from "./entries.ts";
import { type PaperContent, readPaper } from "./read-paper.ts";

/** The bytes of a bill; the member's first reading is stored before they go. */
export async function getMemberBill(
  ctx: Context,
  loginId: string,
  reportId: string,
): Promise<PaperContent> {
  return readPaper(ctx, { loginId, reportId, types: ["AD"] }, getMemberBillEntry);
}
