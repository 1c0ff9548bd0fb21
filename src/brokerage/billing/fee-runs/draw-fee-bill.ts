// Drawing the bill of an item, once its run is approved and before any fee is taken: drawn outside of the transaction,
// and kept in one that notes it on the item. (docs/billing.md, "Bills")
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { billAsPaper } from "../../documents/bills/reads.ts";
import { keepDocument } from "../../documents/vault/changes.ts";
import { type BillFacts, billFactsOf } from "./bill-facts.ts";
import { type ItemKey, lockUnbilled, updateBillOfItem } from "./bill-queries.ts";
import { accountsShown, billedFeeOf } from "./billed-fee.ts";
import { drawFeeBillEntry } from "./entries.ts";
import { amountOfItem } from "./item-amounts.ts";
import { excludeItem, itemInEntry } from "./post-fee-item.ts";
import { lockRun } from "./run-queries.ts";
import { whyNotOwed } from "./whether-to-take.ts";

type Note = NoteOf<typeof drawFeeBillEntry>;

/** Draws and keeps the bill of an item that has none; returns whether it was due. An account that waits for its owners,
 * or has left the firm, is excluded and gets none. */
export async function drawFeeBill(ctx: WriteContext, key: ItemKey): Promise<boolean> {
  const bills = (await billFactsOf(ctx.db, key.feeRunOid, [key.accountNumber])) ?? [];
  const facts = bills.find(({ item }) => item.line === key.line);
  if (facts?.run.status !== "APPROVED") return false;
  const fee = await billedFeeOf(ctx.db, facts);
  // The instant of the approval: drawn twice, it has the same bytes.
  const content = await billAsPaper(fee, facts.run.approvedAt ?? ctx.now);
  const drawn = { ...facts, content, accountsShown: accountsShown(fee) };
  return write(ctx, drawFeeBillEntry, (tx) => keepBill(tx, ctx, drawn));
}

/** A bill as it was drawn. */
interface DrawnBill extends BillFacts {
  readonly content: Buffer;
  readonly accountsShown: readonly string[] | undefined;
}

async function keepBill(
  tx: Tx,
  ctx: WriteContext,
  { run, item, content, accountsShown: shown }: DrawnBill,
): Promise<Change<boolean, Note>> {
  const { accountNumber, feeRunOid, line } = item;
  const nothing = { value: false, audit: [] };
  const locked = await lockRun(tx, feeRunOid);
  if (locked?.status !== "APPROVED" || !(await lockUnbilled(tx, item))) return nothing;
  const notOwed = await whyNotOwed(tx, { run, item });
  const before = itemInEntry(item);
  if (notOwed !== undefined) {
    const is = await excludeItem(tx, { run, item }, notOwed);
    const detail = { document: null, reason: is.reason };
    return {
      value: true,
      audit: [{ subject: accountNumber, before, after: itemInEntry(is), detail }],
    };
  }
  const { subject, document, events } = keepDocument(tx, ctx, {
    owner: { type: "account", accountNumber, accountsShown: shown },
    reportType: "AD",
    reportDate: run.periodEnd,
    name: `bill-${accountNumber}-${run.periodEnd}${line === 1 ? "" : `-${line}`}.pdf`,
    mediaType: "application/pdf",
    content,
    // What comes back corrects what was billed in advance.
    isCorrected: amountOfItem(item) < 0n,
    runOid: feeRunOid,
  });
  updateBillOfItem(tx, item, document.documentOid as Id);
  const detail = { document, reason: null };
  return { value: true, audit: [{ subject, before, after: before, detail, events: [...events] }] };
}
