// `bursar events`: the feed as it goes on, and events of any age in a file.
import { type Command, InvalidArgumentError } from "commander";
import { writeNewFile } from "../platform/process/new-file.ts";
import { eventTypes } from "../resources/events/event-types.ts";
import { exportEvents } from "../resources/events/export-events.ts";
import { followEvents } from "../resources/events/follow-events.ts";
import { atSignals } from "../shutdown.ts";
import { type Day, decodeDay } from "../values/dates.ts";
import { visibleLines } from "../values/readable.ts";
import { withStore } from "./command-context.ts";

/** Adds the commands. */
export function addEvents(program: Command): void {
  const events = program.command("events").description("what changes have told");

  events
    .command("tail")
    .description("print events as they are told, one JSON object in each line, until interrupted")
    .option("--after <position>", "begin behind this `position` instead of now", position)
    .option("--oldest", "begin with the oldest event that the feed has")
    .option("--types <list>", "only these types, separated by commas", types)
    .option("--subject <subject>", "only those of this account, or of firm:…, offer:…")
    .addHelpText("after", "\nExample:\n  bursar events tail --types transfer.updated")
    .action(tailCommand);

  events
    .command("export")
    .description("write events, also those that have left the feed, one JSON object in each line")
    .option("--from <day>", "the first day in New York (YYYY-MM-DD)", day)
    .option("--until <day>", "the last day", day)
    .option("--out <file>", "a new file for them; else they are printed")
    .addHelpText(
      "after",
      "\nExample:\n  bursar events export --until 2026-03-31 --out march.ndjson",
    )
    .action(exportCommand);
}

interface TailOptions {
  readonly after?: string;
  readonly oldest?: boolean;
  readonly types?: string;
  readonly subject?: string;
}

async function tailCommand({ after, oldest, types, subject }: TailOptions): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const forget = atSignals(stop);
  // Whoever reads the output may have seen enough of it.
  process.stdout.once("error", stop);
  const start = oldest ? undefined : (after ?? "now");
  await withStore("events", async (store) => {
    const query = { after: start, types, subject };
    for await (const event of followEvents(store, query, stopping.signal)) {
      process.stdout.write(`${visibleLines(JSON.stringify(event))}\n`);
    }
    forget();
  });
}

interface ExportOptions {
  readonly from?: Day;
  readonly until?: Day;
  readonly out?: string;
}

async function exportCommand({ out, ...days }: ExportOptions): Promise<void> {
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

function position(text: string): string {
  if (/^[\w-]{32}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a `position` that an event or an answer has shown.");
}

function types(text: string): string {
  const unknown = text.split(",").find((each) => !eventTypes.includes(each));
  if (unknown === undefined) return text;
  throw new InvalidArgumentError(`There is no type ${unknown}; docs/events.md tells of them.`);
}

function day(text: string): Day {
  const decoded = decodeDay(text);
  if (decoded !== undefined) return decoded;
  throw new InvalidArgumentError("It must be a day, YYYY-MM-DD.");
}
