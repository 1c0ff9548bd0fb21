// Reads of securities for other resources: which are in a caller's sight.

import { type Id, isId } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { type SecurityRow, selectSecuritiesSeen, selectSecurity } from "./queries.ts";
import { isPrivateSecurity, securityViewerOf } from "./visibility-queries.ts";

export { securityRenamed } from "./events.ts";

/** An id, or a ticker, as a request names it. */
export interface SentName {
  readonly id?: string;
  readonly ticker?: string;
}

/** The security that a request names, if the caller sees it. Only for a private one are accounts and offers asked,
 * which may lie on any node; and for one that is not there, so that both refusals take as long. */
export async function findSecurity(
  db: Reader,
  caller: Caller,
  { id, ticker }: SentName,
): Promise<SecurityRow | undefined> {
  // A text that cannot be a security's name never reaches the store, which refuses U+0000.
  const isPossible = id === undefined ? isTicker(ticker ?? "") : isId(id);
  const named = { id: id as Id | undefined, ticker };
  if (!isPossible) return undefined;
  const row = await selectSecurity(db, named);
  if (row !== undefined && !isPrivateSecurity(row)) return row;
  const ids = row === undefined ? [] : [row.id];
  const seen = await selectSecuritiesSeen(db, securityViewerOf(caller), ids);
  return seen.length > 0 ? row : undefined;
}

function isTicker(text: string): boolean {
  return /^\S{1,40}$/.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** The given securities that the caller sees. */
export async function securitiesSeen(
  db: Reader,
  caller: Caller,
  ids: readonly Id[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectSecuritiesSeen(db, securityViewerOf(caller), [...new Set(ids)]);
  return new Set(rows.map(({ id }) => id));
}
