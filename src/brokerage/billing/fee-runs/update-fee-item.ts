// Changing what one account pays by a run: adjusting or excluding it before, collecting or writing off afterwards.
import assert from "node:assert/strict";
import { newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal, fixed } from "@bursar/values/decimal";
import { isAccountNumber, isId } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import { authorOf, type Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notFound, type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import { lockForBookings } from "../../books/account-books/changes.ts";
import { type Collected, collectInvoice } from "./collect-fee.ts";
import { updateFeeItemEntry } from "./entries.ts";
import { feeRunErrors } from "./errors.ts";
import { feeWrittenOff } from "./events.ts";
import { type FeeItemRow, selectItemsOfAccounts } from "./item-queries.ts";
import { refuseOthersFees } from "./operators-fees.ts";
import { freeDays, markParts, takeDays } from "./part-queries.ts";
import { collectItems, ofAllItems, settledNotes } from "./post-fee-item.ts";
import { type FeeRunRow, lockRun, selectItemsHash, storeRun } from "./run-queries.ts";
import type { FeeItemUpdate } from "./schema.ts";
import { type ItemOfRun, whyNotOwed, whyNotPaid } from "./whether-to-take.ts";

/** An item of a run. */
export interface ItemToChange {
  readonly firmOid: string;
  readonly feeRunOid: string;
  readonly accountNumber: string;
}

type Note = NoteOf<typeof updateFeeItemEntry>;

/** Changes an item; 404 for a run or an item that is not there. */
export async function updateFeeItem(
  ctx: Context,
  { firmOid, feeRunOid, accountNumber }: ItemToChange,
  sent: FeeItemUpdate,
): Promise<void> {
  await write(ctx, updateFeeItemEntry, async (tx) => {
    const run = isId(feeRunOid) ? await lockRun(tx, feeRunOid, firmOid) : undefined;
    if (run === undefined) throw notFound(feeRunErrors.notFound);
    refuseOthersFees(ctx, run.kind);
    const line = sent.line ?? "1";
    const items = isAccountNumber(accountNumber)
      ? await selectItemsOfAccounts(tx, feeRunOid, [accountNumber])
      : [];
    const seen = items.find((item) => String(item.line) === line);
    if (seen === undefined) throw notFound(feeRunErrors.itemNotFound);
    const { payerAccountNumber: payer } = seen;
    const locked = await lockForBookings(tx, [accountNumber, ...(payer === null ? [] : [payer])]);
    const [was] = (await selectItemsOfAccounts(tx, feeRunOid, [accountNumber])).filter(
      (item) => item.line === seen.line,
    );
    assert(was, "an item is not removed while its run is locked");
    const change = changeOf(sent);
    refuseFor(problemsWith(run, was, sent, change));
    if (change === "retry" || change === "paidDate") await refuseToTake(tx, { run, item: was });
    const found = { run, was, locked };
    const collected = await changes[change](tx, ctx, found, sent);
    const notes = await settledNotes(tx, ctx, run, [{ was, ...collected }]);
    if (change === "adjustedAmount" || change === "excluded") await noteAdjuster(tx, ctx, run);
    const adjusted = collected.item.adjusted && fixed(collected.item.adjusted, 2);
    const audit: Note[] = notes.map(({ detail, ...note }) => ({
      ...note,
      detail: { ...detail, adjusted },
    }));
    return { value: null, audit };
  });
}

type ChangeName = "adjustedAmount" | "excluded" | "paidDate" | "retry" | "writeOff";

function changeOf(sent: FeeItemUpdate): ChangeName {
  const names = ["adjustedAmount", "excluded", "paidDate", "retry", "writeOff"] as const;
  const name = names.find((each) => sent[each] !== undefined);
  assert(name, "a rule of the request demands one change");
  return name;
}

function problemsWith(
  run: FeeRunRow,
  item: FeeItemRow,
  sent: FeeItemUpdate,
  change: ChangeName,
): Problem[] {
  const isPreview = run.status === "PREVIEW";
  const isLacking =
    (item.state === "PART" || item.state === "DUE") && ["POSTING", "POSTED"].includes(run.status);
  const isFit: Record<ChangeName, boolean> = {
    adjustedAmount: isPreview && item.state === "OPEN",
    excluded: isPreview && item.state === (sent.excluded ? "OPEN" : "EXCLUDED"),
    paidDate: isLacking && item.collect === "invoice",
    retry: isLacking && item.collect === "debit",
    writeOff: isLacking,
  };
  const sentence = `The run is ${run.status} and the item ${item.state}: ${change} does not fit.`;
  if (!isFit[change]) return [ruleProblem({ ...feeRunErrors.status, sentence })];
  const approvedOn = run.approvedAt && newYorkDay(run.approvedAt);
  if (sent.paidDate !== undefined && approvedOn !== null && sent.paidDate < approvedOn) {
    const early = `The run was approved on ${approvedOn}: nothing of it was paid before.`;
    return [ruleProblem({ ...feeRunErrors.status, sentence: early })];
  }
  const isAbove =
    sent.adjustedAmount !== undefined && compare(sent.adjustedAmount, item.computed) > 0;
  const range = `${sent.adjustedAmount} is above the ${fixed(item.computed, 2)} that was computed.`;
  return isAbove ? [ruleProblem({ ...feeRunErrors.adjustment, sentence: range })] : [];
}

/** A fee that posting would not take is not taken by hand either. */
async function refuseToTake(tx: Tx, found: ItemOfRun): Promise<void> {
  const notOwed = await whyNotOwed(tx, found);
  const sentence = notOwed?.reason ?? (await whyNotPaid(tx, found));
  if (sentence !== undefined) refuseFor([ruleProblem({ ...feeRunErrors.status, sentence })]);
}

/** An adjuster of a run may not approve it, and an approval is of the items as they are now. */
async function noteAdjuster(tx: Tx, { caller }: Context, run: FeeRunRow): Promise<void> {
  const adjustedBy = [...new Set([...run.adjustedBy, authorOf(caller)])];
  const itemsHash = await selectItemsHash(tx, run.feeRunOid);
  storeRun(tx, { ...run, adjustedBy, itemsHash });
}

interface Found {
  readonly run: FeeRunRow;
  readonly was: FeeItemRow;
  /** The accounts whose locks are held. */
  readonly locked: readonly string[];
}

type ItemChange = (tx: Tx, ctx: Context, found: Found, sent: FeeItemUpdate) => Promise<Collected>;

const changes: Record<ChangeName, ItemChange> = {
  async adjustedAmount(_tx, _ctx, { was }, { adjustedAmount, reason }) {
    const adjusted = (adjustedAmount ?? null) as Decimal | null;
    return { item: { ...was, adjusted, reason }, bookings: [], events: [] };
  },
  async excluded(tx, _ctx, { run, was }, { excluded, reason }) {
    const { accountNumber, feeRunOid, unitNumber } = was;
    const among = [{ accountNumber, unitNumber }];
    const parts = await markParts(tx, { feeRunOid, takesDays: excluded === false, among });
    if (excluded) await freeDays(tx, run.kind, parts);
    else if ((await takeDays(tx, run.kind, parts)) !== undefined) {
      refuseFor([ruleProblem(feeRunErrors.overlap)]);
    }
    const state = excluded ? ("EXCLUDED" as const) : ("OPEN" as const);
    return { item: { ...was, state, reason }, bookings: [], events: [] };
  },
  async paidDate(tx, ctx, { run, was, locked }, { paidDate, reason }) {
    assert(paidDate, "it is the change that was sent");
    const item = { ...was, reason, refusal: null };
    return collectInvoice(tx, ctx, { run, locked }, { item, on: paidDate });
  },
  async retry(tx, ctx, { run, was, locked }, { reason }) {
    const common = await ofAllItems(tx, run.firmOid);
    const items = [{ ...was, reason }];
    const [collected] = await collectItems(tx, ctx, { run, items, locked }, common);
    assert(collected, "one was asked for");
    return collected;
  },
  async writeOff(_tx, _ctx, { was }, { reason }) {
    const item: FeeItemRow = {
      ...was,
      state: "WRITTENOFF",
      reason,
      refusal: null,
      retryUntil: null,
    };
    const { feeRunOid, transactionIds } = was;
    return {
      item,
      bookings: [],
      events: [feeWrittenOff({ feeRunOid, transactionIds: [...transactionIds] })],
    };
  },
};
