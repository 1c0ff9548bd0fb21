// Drawing the bill of a fee that came back, whoever gave it back. (docs/billing.md, "Bills")
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { billAsPaper } from "../../documents/bills/reads.ts";
import { keepDocument } from "../../documents/vault/changes.ts";
import { markRefundBilled, type RefundKey, selectRefunded } from "./bill-queries.ts";
import { refundedFeeOf } from "./billed-fee.ts";
import { drawRefundBillEntry } from "./entries.ts";

/** Draws and keeps the bill of a refund that has none; returns whether it was due. */
export async function drawRefundBill(ctx: WriteContext, key: RefundKey): Promise<boolean> {
  const refund = await selectRefunded(ctx.db, key);
  if (refund === undefined) return false;
  const { accountNumber, transactionId, paidOn, feeRunOid } = refund;
  const content = await billAsPaper(await refundedFeeOf(ctx.db, refund), ctx.now);
  return write(ctx, drawRefundBillEntry, async (tx) => {
    const documentOid = ctx.newId();
    const isDue = await markRefundBilled(tx, key, documentOid);
    if (!isDue) return { value: false, audit: [] };
    const { subject, document, events } = keepDocument(tx, ctx, {
      documentOid,
      owner: { type: "account", accountNumber },
      reportType: "AD",
      reportDate: paidOn,
      name: `bill-${accountNumber}-refund-${transactionId}.pdf`,
      mediaType: "application/pdf",
      content,
      isCorrected: true,
      ...(feeRunOid !== null && { runOid: feeRunOid }),
    });
    const after = { transactionId, document };
    return { value: true, audit: [{ subject, after, events: [...events] }] };
  });
}
