// Telling owners that a bill no longer holds, since its run was discarded or the account is not billed after all.
// (docs/billing.md, "Bills")
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { billAsPaper } from "../../documents/bills/reads.ts";
import { keepDocument } from "../../documents/vault/changes.ts";
import { billFactsOf } from "./bill-facts.ts";
import { type ItemKey, markWithdrawn } from "./bill-queries.ts";
import { accountsShown, billedFeeOf, ofAllBills, withdrawnFee } from "./billed-fee.ts";
import { withdrawFeeBillEntry } from "./entries.ts";

/** Draws and stores a corrected bill with nothing due, if the owners were not notified yet; returns whether it was due. */
export async function withdrawFeeBill(ctx: WriteContext, key: ItemKey): Promise<boolean> {
  const bills = (await billFactsOf(ctx.db, key.feeRunOid, [key.accountNumber])) ?? [];
  const facts = bills.find(({ item }) => item.line === key.line);
  if (facts === undefined) return false;
  const { accountNumber, feeRunOid, line } = facts.item;
  const fee = await billedFeeOf(ctx.db, facts, await ofAllBills(ctx.db, facts.run));
  const content = await billAsPaper(withdrawnFee(fee), ctx.now);
  return write(ctx, withdrawFeeBillEntry, async (tx) => {
    const documentOid = ctx.newId();
    const isDue = await markWithdrawn(tx, key, documentOid);
    if (!isDue) return { value: false, audit: [] };
    const { periodEnd } = facts.run;
    const { subject, document, events } = keepDocument(tx, ctx, {
      documentOid,
      owner: { type: "account", accountNumber, accountsShown: accountsShown(fee) },
      reportType: "AD",
      reportDate: periodEnd,
      name: `bill-${accountNumber}-${periodEnd}${line === 1 ? "" : `-${line}`}-withdrawn.pdf`,
      mediaType: "application/pdf",
      content,
      isCorrected: true,
      runOid: feeRunOid,
    });
    const after = { feeRunOid, line: String(line), document };
    return { value: true, audit: [{ subject, after, events: [...events] }] };
  });
}
