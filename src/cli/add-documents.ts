// The commands on documents and on records for examiners.
import type { Command } from "commander";
import { onDemand } from "./on-demand.ts";
import { day, firmOid } from "./option-values.ts";

/** Adds `documents` and `records` to the program. */
export function addDocuments(program: Command): void {
  const documents = program
    .command("documents")
    .description("papers that are printed, past their time or on hold; see docs/documents.md");

  documents
    .command("print")
    .description("write the papers of a run that go out on paper, with a manifest for the printer")
    .requiredOption("--run <oid>", "the run that drew and released them")
    .requiredOption("--out <folder>", "the folder for the PDFs and manifest.csv")
    .option("--json", "print the counts as JSON")
    .addHelpText("after", "\nExample:\n  bursar documents print --run 9001 --out ./to-print")
    .action(onDemand(() => import("./documents.ts"), "printCommand"));

  documents
    .command("expire")
    .description("remove the bytes of documents past their time; rows, hashes and entries stay")
    .option("--check", "list what is due and remove nothing")
    .option("--json", "print the documents as JSON")
    .addHelpText("after", "\nExample:\n  bursar documents expire --check")
    .action(onDemand(() => import("./documents.ts"), "expireCommand"));

  documents
    .command("held")
    .description("list the documents on hold, each with the reason of its hold")
    .option("--json", "print the documents as JSON")
    .addHelpText("after", "\nExample:\n  bursar documents held")
    .action(onDemand(() => import("./documents.ts"), "heldCommand"));

  program
    .command("records")
    .description("records for examiners; see docs/records.md")
    .command("export")
    .description("write audit entries, past states and documents with a verifier to a new folder")
    .option("--subject <subject>", "an account, or firm:…, member:…, offer:…, model:…")
    .option("--firm <oid>", "a firm with its accounts and members", firmOid)
    .option("--from <day>", "the first day in New York (YYYY-MM-DD)", day)
    .option("--to <day>", "the last day", day)
    .requiredOption("--out <folder>", "a new folder")
    .option("--json", "print the counts as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  bursar records export --subject RA00000001 --out ./for-the-examiner",
    )
    .action(onDemand(() => import("./records.ts"), "exportRecordsCommand"));
}
