// Drawing the bills of fees that came back, whoever gave them back. (docs/billing.md, "Bills")
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { billAsPaper } from "../../documents/bills/reads.ts";
import { keepDocument } from "../../documents/vault/changes.ts";
import {
  markRefundBilled,
  type RefundedRow,
  type RefundKey,
  selectRefundedFees,
} from "./bill-queries.ts";
import { refundedFeeOf } from "./billed-fee.ts";
import { drawRefundBillEntry } from "./entries.ts";

/** Draws and keeps the bill of a refund that has none; returns whether it was due. */
export async function drawRefundBill(ctx: WriteContext, key: RefundKey): Promise<boolean> {
  const [isDrawn = false] = await drawRefundBills(ctx, [key]);
  return isDrawn;
}

/** Draws and keeps the bills of some refunds in one transaction; returns of each whether it was due. */
export async function drawRefundBills(
  ctx: WriteContext,
  keys: readonly RefundKey[],
): Promise<readonly boolean[]> {
  const wanted = new Set(keys.map(keyOfRefund));
  const refunds = (await selectRefundedFees(ctx.db, keys)).filter((each) =>
    wanted.has(keyOfRefund(each)),
  );
  const drawn = await Promise.all(
    refunds.map(async (refund): Promise<DrawnRefund> => {
      return { refund, content: await billAsPaper(await refundedFeeOf(ctx.db, refund), ctx.now) };
    }),
  );
  if (drawn.length === 0) return keys.map(() => false);
  const kept = await write(ctx, drawRefundBillEntry, (tx) => keepBills(tx, ctx, drawn));
  return keys.map((key) => kept.includes(keyOfRefund(key)));
}

function keyOfRefund({ accountNumber, transactionId }: RefundKey): string {
  return `${accountNumber} ${transactionId}`;
}

/** A refund with its bill as it was drawn. */
interface DrawnRefund {
  readonly refund: RefundedRow;
  readonly content: Buffer;
}

/** Its value is the keys of those that had no bill. */
async function keepBills(
  tx: Tx,
  ctx: WriteContext,
  drawn: readonly DrawnRefund[],
): Promise<Change<readonly string[], NoteOf<typeof drawRefundBillEntry>>> {
  const kept: string[] = [];
  const audit: NoteOf<typeof drawRefundBillEntry>[] = [];
  for (const { refund, content } of drawn) {
    const { accountNumber, transactionId, paidOn, feeRunOid } = refund;
    const documentOid = ctx.newId();
    if (!(await markRefundBilled(tx, refund, documentOid))) continue;
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
    kept.push(keyOfRefund(refund));
    audit.push({ subject, after: { transactionId, document }, events: [...events] });
  }
  return { value: kept, audit };
}
