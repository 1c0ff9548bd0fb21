// The split of a security that an event announces, by which benchmarks follow its closes. (docs/corporate-events.md)
import type { Tx } from "../../../platform/store/db.ts";
import type { Announced } from "./announced.ts";
import { storeSplit } from "./queries.ts";

const unwritten: ReadonlySet<string> = new Set(["DRAFT", "REVERSED", "CANCELLED"]);

/** Writes the split of an event that is announced, moves it, and removes that of one that ends. */
export function followSplit(tx: Tx, was: Announced, is: Announced): void {
  const before = splitOf(was);
  const after = splitOf(is);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  storeSplit(tx, { securityId: is.securityId, was: before, is: after });
}

function splitOf({ kind, status, exOn, terms }: Announced) {
  const { ratioNew, ratioOld } = terms;
  const isSplit = kind === "SPL" || kind === "SDV";
  if (!isSplit || unwritten.has(status) || exOn === null) return null;
  return ratioNew && ratioOld ? { exOn, ratioNew, ratioOld } : null;
}
