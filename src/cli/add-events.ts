// The commands that read events.
import type { Command } from "commander";
import { onDemand } from "./on-demand.ts";
import { day, position } from "./option-values.ts";

/** Adds `events` to the program. */
export function addEvents(program: Command): void {
  const events = program.command("events").description("events of changes");

  events
    .command("tail")
    .description(
      "print events as they are emitted, one JSON object in each line, until interrupted",
    )
    .option("--after <position>", "begin behind this `position` instead of now", position)
    .option("--oldest", "begin with the oldest event that the feed has")
    .option("--types <list>", "only these types, separated by commas")
    .option("--subject <subject>", "only those of this account, or of firm:…, offer:…")
    .addHelpText("after", "\nExample:\n  bursar events tail --types transfer.updated")
    .action(onDemand(() => import("./events.ts"), "tailCommand"));

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
    .action(onDemand(() => import("./events.ts"), "exportCommand"));
}
