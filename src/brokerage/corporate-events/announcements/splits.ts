// The splits of securities that events announce, by which benchmarks follow their closes. (docs/corporate-events.md)
import type { Tx } from "../../../platform/store/db.ts";
import type { Announced } from "./announced.ts";
import { deleteSplit, insertSplit } from "./queries.ts";

/** The parts of an event that decide on its split. */
export type SplitTerms = Pick<Announced, "kind" | "securityId" | "status" | "exOn" | "terms">;

/** An event before a change, if there was one, and after it. */
export interface ChangeOfSplit {
  readonly was: SplitTerms | null;
  readonly is: SplitTerms;
}

const unwritten: ReadonlySet<string> = new Set(["DRAFT", "REVERSED", "CANCELLED"]);

/** Writes the splits of events that are announced, moves them, and removes those of events that end. */
export function followSplits(tx: Tx, changes: readonly ChangeOfSplit[]): void {
  const splits = changes
    .map(({ was, is }) => ({ was: was && splitOf(was), is: splitOf(is) }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
  // Each split is removed before any is written: one event may come to the day of another.
  for (const { was } of splits) if (was !== null) deleteSplit(tx, was);
  for (const { is } of splits) if (is !== null) insertSplit(tx, is);
}

function splitOf({ kind, securityId, status, exOn, terms }: SplitTerms) {
  const { ratioNew, ratioOld } = terms;
  const isSplit = kind === "SPL" || kind === "SDV";
  if (!isSplit || unwritten.has(status) || exOn === null) return null;
  return ratioNew && ratioOld ? { securityId, exOn, ratioNew, ratioOld } : null;
}
