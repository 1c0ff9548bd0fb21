// Reading one transaction with everything that is stored of it and what it did. (docs/activity.md)
import assert from "node:assert/strict";
import { type Id, isId } from "@bursar/values/ids";
import { moneyText, sharesText } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import { invalid, notFound, refuseFor } from "../../../values/problem.ts";
import { isAhead } from "./account-page.ts";
import { selectColumnsOf } from "./csv-queries.ts";
import type { Entry } from "./encode-entry.ts";
import { activityErrors } from "./errors.ts";
import { type ActivityRow, selectEntryOf, selectLotsOf, selectRow } from "./queries.ts";
import { encodeAll, entriesOf, movementsIn, openBooks } from "./read-page.ts";
import type { ShownTransaction, TransactionQuery } from "./schema.ts";

/** A transaction, the version of the books as of which it is shown, and the corporate event from which it follows. */
export interface FoundTransaction {
  readonly version: string;
  readonly transaction: ShownTransaction;
  /** Null where it follows from none that is stored here. */
  readonly corporateEventId: string | null;
}

/** A transaction as of the version that is returned with it; 404 where the account had none of that id. */
export async function getTransaction(
  ctx: Context,
  accountNumber: string,
  transactionId: string,
  { asofversion }: TransactionQuery,
): Promise<FoundTransaction> {
  const { db } = ctx;
  const id = isId(transactionId) ? transactionId : undefined;
  const row = id && (await selectRow(db, accountNumber, id, asofversion));
  if (id === undefined || row === undefined) throw notFound(activityErrors.notFound);
  if (asofversion !== undefined && isAhead(asofversion, row.factsVersion)) {
    refuseFor([invalid("asofversion")]);
  }
  const version = asofversion ?? row.factsVersion;
  const books = openBooks(ctx);
  books.note(accountNumber, row.factsVersion, version);
  const isOwnCancellation = row.transactionType === "CXL" && row.takesBack !== null;
  // A cancellation of lots received is stored elsewhere, and found with what it cancels.
  const isCancellation = isOwnCancellation || row.transactionId !== id;
  const shown = isOwnCancellation
    ? await selectRow(db, accountNumber, row.takesBack, version)
    : row;
  const movements = await movementsIn(shown ?? row, books);
  const entries = entriesOf(shown ?? row, isCancellation ? "all" : "inforce", movements);
  const [encoded] = await encodeAll(
    ctx,
    [isCancellation ? first(entries) : summed(entries)],
    { isGapless: false, begun: undefined },
    books,
  );
  const [columns, lots, sequence] = await Promise.all([
    columnsOf(ctx, row, id),
    selectLotsOf(db, accountNumber, id),
    selectEntryOf(db, accountNumber, id),
  ]);
  const transaction = {
    ...(encoded as NonNullable<typeof encoded>),
    columns,
    effects: isCancellation || row.isTakenBack ? [] : effectsOf(entries),
    lots,
    sequence: sequence ?? null,
  };
  const { eventId, eventKind } = shown ?? row;
  return { version, transaction, corporateEventId: eventKind === null ? null : eventId };
}

/** Of lots received, which another account stores, what this one knows. */
async function columnsOf({ db }: Context, row: ActivityRow, id: Id) {
  const { accountNumber, receivedFrom, transactionId } = row;
  const stored = await selectColumnsOf(db, accountNumber, id);
  if (receivedFrom === undefined) return stored;
  if (transactionId !== id) {
    const cancellation = { transactionType: "CXL", cancels: transactionId };
    return { ...stored, accountNumber, transactionId: id, ...cancellation };
  }
  const { transactionType, folioNumber, tradeOn, settlementOn, securityId, shares } = row;
  const moved = { transactionType, folioNumber, securityId, shares };
  const { reason, marketValue, takesBack: replaces } = row;
  const days = { tradeDate: tradeOn, settlementDate: settlementOn };
  const entryOrder = String(row.entryOrder);
  const why = { reason, marketValue, replaces };
  return { ...stored, accountNumber, transactionId, entryOrder, ...moved, ...days, ...why };
}

function first([entry]: readonly Entry[]): Entry {
  assert(entry, "a transaction has an entry");
  return entry;
}

/** One entry of all: of a journal the one that gives, of an event of several folios their sum. */
function summed(entries: readonly Entry[]): Entry {
  const own = entries.find(({ row, folioNumber }) => folioNumber === row.folioNumber);
  if (entries.length === 1 || own !== undefined) return own ?? first(entries);
  const shares = new Map<Id, bigint>();
  let cents = 0n;
  for (const { movement } of entries) {
    cents += movement?.cents ?? 0n;
    for (const [id, count] of movement?.shares ?? []) {
      shares.set(id, (shares.get(id) ?? 0n) + count);
    }
  }
  const movement = { folioNumber: "", cents, shares };
  return { ...first(entries), folioNumber: null, movement };
}

function effectsOf(entries: readonly Entry[]): ShownTransaction["effects"] {
  return entries.flatMap(({ movement }) => {
    if (movement === undefined) return [];
    const { folioNumber, cents, shares } = movement;
    const moved = [...shares].map(([securityId, count]) => ({
      securityId,
      quantity: sharesText(count),
    }));
    return [{ folioNumber, cash: moneyText(cents), shares: moved }];
  });
}
