// Drawing the bills of items, once their run is approved and before any fee is taken: drawn outside of the transaction,
// and stored in one that notes them on the items. (docs/billing.md, "Bills")
import type { Id } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { type Change, write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { billAsPaper } from "../../documents/bills/reads.ts";
import { keepDocument } from "../../documents/vault/changes.ts";
import { type BillFacts, billFactsOf } from "./bill-facts.ts";
import { type ItemKey, keyOf, lockUnbilled, updateBillOfItem } from "./bill-queries.ts";
import { accountsShown, billedFeeOf, ofAllBills } from "./billed-fee.ts";
import { drawFeeBillEntry } from "./entries.ts";
import { amountOfItem } from "./item-amounts.ts";
import { selectStandings } from "./payment-queries.ts";
import { excludeItem, itemInEntry } from "./post-fee-item.ts";
import { shareRun } from "./run-queries.ts";
import { type NotOwed, notOwedAs } from "./whether-to-take.ts";

type Note = NoteOf<typeof drawFeeBillEntry>;

/** Draws and keeps the bill of an item that has none; returns whether it was due. An account that waits for its owners,
 * or has left the firm, is excluded and gets none. */
export async function drawFeeBill(ctx: WriteContext, key: ItemKey): Promise<boolean> {
  const [isDrawn = false] = await drawFeeBills(ctx, [key]);
  return isDrawn;
}

/** Draws and keeps the bills of some items, those of a run in one transaction; returns of each whether it was due. */
export async function drawFeeBills(
  ctx: WriteContext,
  keys: readonly ItemKey[],
): Promise<readonly boolean[]> {
  const done = new Set<string>();
  for (const [feeRunOid, ofRun] of Map.groupBy(keys, (key) => key.feeRunOid)) {
    const drawn = await drawOfRun(ctx, feeRunOid, ofRun);
    for (const each of drawn) done.add(each);
  }
  return keys.map((key) => done.has(keyOf(key)));
}

/** The keys of those that were due. */
async function drawOfRun(
  ctx: WriteContext,
  feeRunOid: Id,
  keys: readonly ItemKey[],
): Promise<readonly string[]> {
  const wanted = new Set(keys.map(keyOf));
  const numbers = keys.map(({ accountNumber }) => accountNumber);
  const bills = (await billFactsOf(ctx.db, feeRunOid, numbers)) ?? [];
  const due = bills.filter(({ run, item }) => run.status === "APPROVED" && wanted.has(keyOf(item)));
  const [first] = due;
  if (first === undefined) return [];
  const common = await ofAllBills(ctx.db, first.run);
  const drawn = await Promise.all(
    due.map(async (facts): Promise<DrawnBill> => {
      const fee = await billedFeeOf(ctx.db, facts, common);
      // The instant of the approval: drawn twice, it has the same bytes.
      const content = await billAsPaper(fee, facts.run.approvedAt ?? ctx.now);
      return { ...facts, content, accountsShown: accountsShown(fee) };
    }),
  );
  return write(ctx, drawFeeBillEntry, (tx) => keepBills(tx, ctx, feeRunOid, drawn));
}

/** A bill as it was drawn. */
interface DrawnBill extends BillFacts {
  readonly content: Buffer;
  readonly accountsShown: readonly string[] | undefined;
}

async function keepBills(
  tx: Tx,
  ctx: WriteContext,
  feeRunOid: Id,
  bills: readonly DrawnBill[],
): Promise<Change<readonly string[], Note>> {
  const nothing = { value: [], audit: [] };
  const run = await shareRun(tx, feeRunOid);
  if (run?.status !== "APPROVED") return nothing;
  const numbers = bills.map(({ item }) => item.accountNumber);
  const unbilled = new Set((await lockUnbilled(tx, feeRunOid, numbers)).map(keyOf));
  const standings = await selectStandings(tx, numbers);
  const due = bills.filter(({ item }) => unbilled.has(keyOf(item)));
  const audit: Note[] = [];
  for (const bill of due) {
    const notOwed = notOwedAs(run, standings.get(bill.item.accountNumber));
    audit.push(notOwed ? await exclude(tx, bill, notOwed) : keepBill(tx, ctx, bill));
  }
  return { value: due.map(({ item }) => keyOf(item)), audit };
}

async function exclude(tx: Tx, { run, item }: DrawnBill, notOwed: NotOwed): Promise<Note> {
  const is = await excludeItem(tx, { run, item }, notOwed);
  return {
    subject: item.accountNumber,
    before: itemInEntry(item),
    after: itemInEntry(is),
    detail: { document: null, reason: is.reason },
  };
}

function keepBill(
  tx: Tx,
  ctx: WriteContext,
  { run, item, content, accountsShown: shown }: DrawnBill,
): Note {
  const { accountNumber, feeRunOid, line } = item;
  const { subject, document, events } = keepDocument(tx, ctx, {
    owner: { type: "account", accountNumber, accountsShown: shown },
    reportType: "AD",
    reportDate: run.periodEnd,
    name: `bill-${accountNumber}-${run.periodEnd}${line === 1 ? "" : `-${line}`}.pdf`,
    mediaType: "application/pdf",
    content,
    // A refund corrects a fee that was billed in advance.
    isCorrected: amountOfItem(item) < 0n,
    runOid: feeRunOid,
  });
  updateBillOfItem(tx, item, document.documentOid as Id);
  const is = itemInEntry(item);
  return {
    subject,
    before: is,
    after: is,
    detail: { document, reason: null },
    events: [...events],
  };
}
