// Finds the line that the store rejects, by storing ever shorter beginnings of a kind's rows.
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import { sqlState } from "../../store/store-error.ts";
import { query, run } from "../kinds/load-sql.ts";

/** Thrown where the store rejects a row: its line, and the store's error as the cause. */
export class LineRefused extends Error {
  readonly line: number;

  constructor(line: number, cause: unknown) {
    super("The store refuses a row.", { cause });
    this.line = line;
  }
}

/** Whether the store has rejected the values of a row. */
export function isOfData(error: unknown): boolean {
  return /^(22|23)/.test(sqlState(error) ?? "");
}

/**
 * Stores the rows of a table of changes, whose lines meet the condition that `store` is given.
 * Where the store rejects a row, throws LineRefused with the first line that it rejects.
 */
export async function storeLines(
  tx: Tx,
  changes: string,
  store: (isMeant: (line: SqlPart) => SqlPart) => Promise<void>,
): Promise<void> {
  const upTo = (last: number) => () => store((line) => declared`${line} <= ${last}`);
  let cause = await attempt(tx, () => store(() => declared`true`), { keep: true });
  if (cause === undefined) return;
  const [lines] = await query<{ first: string; last: string }>(
    tx,
    declared`select min(line) as first, max(line) as last from ${changes}`,
  );
  let stored = Number(lines?.first) - 1;
  let refused = Number(lines?.last);
  while (refused - stored > 1) {
    const middle = Math.floor((stored + refused) / 2);
    const found = await attempt(tx, upTo(middle), { keep: false });
    if (found === undefined) stored = middle;
    else [refused, cause] = [middle, found];
  }
  throw new LineRefused(refused, cause);
}

/** Does the work, or undoes it; returns the error if the store has rejected a row. */
async function attempt(
  tx: Tx,
  work: () => Promise<void>,
  { keep }: { readonly keep: boolean },
): Promise<unknown> {
  await run(tx, declared`savepoint before_rows`);
  const refusal = await work().catch((error: unknown) => {
    if (isOfData(error)) return error;
    throw error;
  });
  const isKept = keep && refusal === undefined;
  await run(
    tx,
    isKept ? declared`release savepoint before_rows` : declared`rollback to savepoint before_rows`,
  );
  return refusal;
}
