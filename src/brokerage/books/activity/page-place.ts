// The cursor of a list of transactions: the place where its next page begins, bound to the query, so that pages of
// one list are never taken for those of another. (docs/activity.md, "Pages")
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import {
  decodePageCursor,
  encodePageCursor,
  type PagedQuery,
} from "../../../platform/keys/page-cursor.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { DateRange } from "../../../values/date-range.ts";
import type { RowKey } from "./queries.ts";

/** The place of the last entry of a page: its account, the version that all pages of this account show, its folio. */
export interface PagePlace extends RowKey, DateRange {
  readonly accountNumber: string;
  readonly version: string;
  /** How many rows with the same key stand before it: of moves from two accounts that were taken back. */
  readonly rank: number;
  /** `CXL` of a cancellation, which stands with what it cancels; empty without a folio. */
  readonly folioNumber: string;
}

type Keyed = Pick<Vault, "auditKey">;

/** The pages of an account, of a folio or of all accounts, by number or name. */
export function pagesOf(list: string, query: object): PagedQuery {
  return { list: `transactions ${list}`, query: { ...query } };
}

/** The cursor of a place, in the list of a query. */
export function encodeActivityCursor(vault: Keyed, of: PagedQuery, place: PagePlace): string {
  const { accountNumber, version, tradeOn, entryOrder, transactionId } = place;
  const { rank, folioNumber, from, to } = place;
  const isBehindEvents = place.isBehindEvents ? "1" : "";
  const key = [tradeOn, isBehindEvents, String(entryOrder), transactionId, String(rank)];
  return encodePageCursor(vault, of, [accountNumber, version, ...key, folioNumber, from, to]);
}

/** The place of a cursor; undefined if the cursor was not made here, or for another query. */
export function decodeActivityCursor(
  vault: Keyed,
  of: PagedQuery,
  shown: string,
): PagePlace | undefined {
  const texts = decodePageCursor(vault, of, shown);
  if (texts === undefined) return undefined;
  const [accountNumber, version, tradeOn, isBehindEvents, entryOrder, transactionId, ...rest] =
    texts as [string, string, Day, string, string, Id, string, string, Day, Day];
  const [rank, folioNumber, from, to] = rest;
  const order = {
    isBehindEvents: isBehindEvents !== "",
    entryOrder: Number.parseInt(entryOrder, 10),
    rank: Number.parseInt(rank, 10),
  };
  return { accountNumber, version, tradeOn, ...order, transactionId, folioNumber, from, to };
}
