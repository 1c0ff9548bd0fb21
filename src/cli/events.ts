// `bursar events`: follows the feed, and writes events of any age to a file.

import type { Day } from "@bursar/values/dates";
import { eventTypes } from "../brokerage/service/events/event-types.ts";
import { exportEvents } from "../brokerage/service/events/export-events.ts";
import { followEvents } from "../brokerage/service/events/follow-events.ts";
import { writeNewFile } from "../platform/process/new-file.ts";
import { atSignals } from "../runtime/shutdown.ts";
import { visibleLines } from "../values/readable.ts";
import { withStore } from "./command-context.ts";
import { UsageFault } from "./faults.ts";

interface TailOptions {
  readonly after?: string;
  readonly oldest?: boolean;
  readonly types?: string;
  readonly subject?: string;
}

/** Prints events as they are emitted, until it is interrupted. */
export async function tailCommand({ after, oldest, types, subject }: TailOptions): Promise<void> {
  const unknown = types?.split(",").find((each) => !eventTypes.includes(each));
  if (unknown !== undefined) {
    throw new UsageFault(`There is no type ${unknown}; docs/events.md lists them.`);
  }
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const stopListening = atSignals(stop);
  // A reader of the output, such as `head`, may close it.
  process.stdout.once("error", stop);
  const start = oldest ? undefined : (after ?? "now");
  await withStore("events", async (store) => {
    const query = { after: start, types, subject };
    for await (const event of followEvents(store, query, stopping.signal)) {
      process.stdout.write(`${visibleLines(JSON.stringify(event))}\n`);
    }
    stopListening();
  });
}

interface ExportOptions {
  readonly from?: Day;
  readonly until?: Day;
  readonly out?: string;
}

/** Writes events of any age. */
export async function exportCommand({ out, ...days }: ExportOptions): Promise<void> {
  await withStore("events", async ({ db }) => {
    if (out !== undefined) return writeNewFile(out, bytesOf(exportEvents(db, days)));
    for await (const lines of exportEvents(db, days)) {
      if (!process.stdout.write(lines)) await drained();
    }
  });
}

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const each of lines) yield Buffer.from(each);
}

function drained(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once("drain", resolve);
  });
}
