// The last close up to the trade date of each disposal without a price, by which its lots are ordered: the
// price that a position would show at that place. (docs/tax-lots.md, "Methods")
import { openPriceSources, type PriceSource, type QuotationFactors } from "@bursar/performance";
import { addDays, type Day, earliestDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { nearestEven, places, textOf } from "@bursar/values/units";
import type { Reader } from "../../../platform/store/db.ts";
import { type Close, selectLastCloses } from "../../../reference/prices/queries.ts";
import { selectQuotationFactors } from "../../../reference/securities/queries.ts";
import { factOf, isInForce, type TransactionRow } from "./facts.ts";

/** Completes the rows of accounts, of which each account's are in the order of facts. */
export async function withLastCloses(
  db: Reader,
  rows: readonly TransactionRow[],
): Promise<readonly TransactionRow[]> {
  const traded = rowsOfSellers(rows);
  if (traded.length === 0) return rows;
  const disposals = disposalsAtClose(traded, await selectQuotationFactors(db, renamed(traded)));
  const spans = [...disposals].flatMap(([{ tradeOn }, sources]) =>
    sources.map(({ security, since = earliestDay, before = addDays(tradeOn, 1) }) => ({
      security,
      since,
      before,
    })),
  );
  const closes = await selectLastCloses(db, spans);
  let next = 0;
  const completed = new Map<TransactionRow, TransactionRow>();
  for (const [row, sources] of disposals) {
    const lastClose = lastOf(sources, closes.slice(next, next + sources.length));
    if (lastClose !== undefined) completed.set(row, { ...row, lastClose });
    next += sources.length;
  }
  return rows.map((row) => completed.get(row) ?? row);
}

interface Unpriced extends TransactionRow {
  readonly securityId: Id;
  readonly tradeOn: Day;
}

const disposalTypes: ReadonlySet<string> = new Set(["SLE", "RDM", "CIL", "TOT", "LMV"]);

function isUnpriced(row: TransactionRow): row is Unpriced {
  return row.price === null && disposalTypes.has(row.transactionType);
}

const typesThatMovePrices: ReadonlySet<string> = new Set(["SPL", "SYM"]);

/** The facts in force of the accounts with a disposal that takes the last close. */
function rowsOfSellers(rows: readonly TransactionRow[]): readonly TransactionRow[] {
  const sellers = new Set(rows.filter(isUnpriced).map(({ accountNumber }) => accountNumber));
  return rows.filter((row) => sellers.has(row.accountNumber) && isInForce(row));
}

/** The securities of changes of symbol, over which a close follows the quotation. */
function renamed(rows: readonly TransactionRow[]): readonly Id[] {
  const changes = rows.filter(({ transactionType }) => transactionType === "SYM");
  const ids = changes.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
  return [...new Set(ids)].filter((id) => id !== null);
}

/** The disposals that take the last close, and where it is looked up. */
function disposalsAtClose(
  rows: readonly TransactionRow[],
  factors: QuotationFactors,
): ReadonlyMap<Unpriced, readonly PriceSource[]> {
  const found = new Map<Unpriced, readonly PriceSource[]>();
  for (const own of Map.groupBy(rows, ({ accountNumber }) => accountNumber).values()) {
    const sources = openPriceSources(factors);
    for (const row of own) {
      if (typesThatMovePrices.has(row.transactionType)) sources.note(factOf(row));
      if (isUnpriced(row)) found.set(row, sources.of(row.securityId));
    }
  }
  return found;
}

/** The newest of the closes that sources have, as a price of the day. */
function lastOf(
  sources: readonly PriceSource[],
  closes: readonly (Close | undefined)[],
): Decimal | undefined {
  let last: { readonly source: PriceSource; readonly close: Close } | undefined;
  for (const [at, source] of sources.entries()) {
    const close = closes[at];
    if (close && (last === undefined || last.close.on < close.on)) last = { source, close };
  }
  if (last === undefined) return undefined;
  const { numerator, denominator } = last.source;
  return textOf(nearestEven(last.close.close * numerator, denominator), places.price) as Decimal;
}
