// What other resources may read of securities: which are in a caller's sight.

import { type Id, isId } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { type SecurityRow, selectSecuritiesSeen, selectSecurity } from "./queries.ts";
import { securityViewerOf } from "./sight-queries.ts";

export { securityRenamed } from "./events.ts";

/** An id, or a ticker, as a request names it. */
export interface SentName {
  readonly id?: string;
  readonly ticker?: string;
}

/** The security that a request names, if the caller sees it. */
export async function findSecurity(
  db: Reader,
  caller: Caller,
  { id, ticker }: SentName,
): Promise<SecurityRow | undefined> {
  // What no security can be called never reaches the store, which refuses U+0000.
  const isPossible = id === undefined ? isTicker(ticker ?? "") : isId(id);
  const named = { id: id as Id | undefined, ticker };
  return isPossible ? selectSecurity(db, securityViewerOf(caller), named) : undefined;
}

function isTicker(text: string): boolean {
  return /^\S{1,40}$/.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Which of some securities the caller sees. */
export async function securitiesSeen(
  db: Reader,
  caller: Caller,
  ids: readonly Id[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectSecuritiesSeen(db, securityViewerOf(caller), [...new Set(ids)]);
  return new Set(rows.map(({ id }) => id));
}
