// The events that were emitted on some days, including those that have left the feed, one per line.

import { addDays, type Day, earliestDay, endOfDay } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { type EventPlace, selectEventsOfDays } from "./export-queries.ts";
import { encodeEvent } from "./list-events.ts";

/** Days in New York, both included; without one there is no bound. */
export interface ExportedDays {
  readonly from?: Day | undefined;
  readonly until?: Day | undefined;
}

/** The events of these days as NDJSON, subject by subject, those of each in order. */
export async function* exportEvents(
  db: Reader,
  { from, until }: ExportedDays,
): AsyncGenerator<string> {
  const span = {
    after: from === undefined || from <= earliestDay ? null : endOfDay(addDays(from, -1)),
    until: until === undefined ? null : endOfDay(until),
  };
  let last: EventPlace = { subject: "", sequence: "0", place: 0 };
  for (;;) {
    const events = await selectEventsOfDays(db, last, span);
    const next = events.at(-1);
    if (next === undefined) return;
    yield events.map((event) => `${JSON.stringify(encodeEvent(event))}\n`).join("");
    last = next;
  }
}
