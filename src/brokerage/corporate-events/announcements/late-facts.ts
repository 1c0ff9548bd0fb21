// The lines that later facts may change. Every minute the sweep looks for them among the facts accepted since it last
// found none. (docs/corporate-events.md, "Late facts")
import { addDays, type Day, newYorkDay } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { selectLateHolders, selectLinesToCompare } from "./late-fact-queries.ts";
import type { DueLine } from "./line-queries.ts";

const daysCompared = 400;

/** Facts count as accepted when their transaction began: no transaction takes a day. */
const dayMs = 86_400_000;

/** By store, of which each sweep has a copy with the same reads: the time up to which every accepted fact was compared.
 * Only the sweep of this process reads it: the first look after a start reads all facts since each event. */
const comparedUntil = new WeakMap<Reader["rows"], Date>();

/** Lines that later facts would make others, and accounts that these entitle; by event and account. */
export async function selectLinesWithLateFacts(
  db: Reader,
  now: Date,
  most: number,
): Promise<DueLine[]> {
  const until = new Date(now.getTime() - dayMs);
  const known = comparedUntil.get(db.rows) ?? new Date(0);
  const recent = {
    entitledSince: addDays(newYorkDay(now), -daysCompared) as Day,
    // The clock of a sandbox that is reset goes back.
    acceptedSince: known < until ? known : until,
  };
  const lines = await selectLinesToCompare(db, recent, most);
  const late = lines.length === most ? [] : await selectLateHolders(db, recent, most);
  if (lines.length + late.length === 0) comparedUntil.set(db.rows, until);
  return [...lines, ...late];
}
