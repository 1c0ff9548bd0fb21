// The place at which a list of transactions goes on, as its reader holds it: authenticated, and bound to the
// query, so that pages of one list are never taken for those of another. (docs/activity.md, "Pages")
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { DayRange } from "./date-range.ts";
import type { RowKey } from "./queries.ts";

/** The last entry of a page: its account, the version that all pages of this account show, and the folio. */
export interface PagePlace extends RowKey, DayRange {
  readonly accountNumber: string;
  readonly version: string;
  /** `CXL` of a cancellation, which stands with what it cancels; empty without a folio. */
  readonly folioNumber: string;
}

type Keyed = Pick<Vault, "auditKey">;

const macLength = 16;
const form = /^[\w-]{24,400}$/;

/** A place as it is shown, of a list that a query describes. */
export function encodePlace(vault: Keyed, query: string, place: PagePlace): string {
  const { accountNumber, version, tradeOn, isBehindEvents, entryOrder, transactionId } = place;
  const { folioNumber, firstOn, lastOn } = place;
  const key = [tradeOn, isBehindEvents, entryOrder, transactionId];
  const text = JSON.stringify([accountNumber, version, ...key, folioNumber, firstOn, lastOn]);
  return Buffer.concat([macOf(vault, query, text), Buffer.from(text)]).toString("base64url");
}

/** The place that is shown so; undefined if it was not made here, or for another query. */
export function decodePlace(vault: Keyed, query: string, shown: string): PagePlace | undefined {
  if (!form.test(shown)) return undefined;
  const bytes = Buffer.from(shown, "base64url");
  const text = bytes.subarray(macLength).toString();
  const isOurs = timingSafeEqual(bytes.subarray(0, macLength), macOf(vault, query, text));
  if (!isOurs || bytes.toString("base64url") !== shown) return undefined;
  const [accountNumber, version, tradeOn, isBehindEvents, entryOrder, transactionId, ...rest] =
    JSON.parse(text) as [string, string, Day, boolean, number, Id, string, Day, Day];
  const [folioNumber, firstOn, lastOn] = rest;
  const key = { tradeOn, isBehindEvents, entryOrder, transactionId };
  return { accountNumber, version, ...key, folioNumber, firstOn, lastOn };
}

function macOf({ auditKey }: Keyed, query: string, text: string): Buffer {
  const bound = JSON.stringify(["page of transactions", query, text]);
  return createHmac("sha256", auditKey).update(bound).digest().subarray(0, macLength);
}
