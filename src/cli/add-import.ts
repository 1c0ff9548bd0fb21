// The commands on custodians' files.
import type { Command } from "commander";
import { onDemand } from "./on-demand.ts";
import { day, firmOid } from "./option-values.ts";

/** Adds `import` with its own commands to the program. */
export function addImport(program: Command): void {
  // Otherwise `import` takes --firm and --json from the commands below it, which have the same.
  const command = program
    .enablePositionalOptions()
    .command("import")
    .enablePositionalOptions()
    .description(
      "import a folder of a custodian's files: all of it or nothing; see docs/importing.md",
    )
    .argument("<profile>", "a shipped profile, or the file of one")
    .argument("<folder>", "the folder with the files")
    .option("--check", "read, compare and store nothing; write what is open to be answered")
    .option("--firm <oid>", "whose files they are; needed if there are several firms", firmOid)
    .option("--answers <file>", "what a person has answered; by default answers.json of the folder")
    .option("--accounts <file>", "whose accounts they are; by default accounts.csv of the folder")
    .option("--day <day>", "the day of files that do not say theirs", day)
    .option("--since <day>", "leave rows up to this day out: accounts open with its positions", day)
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", "\nExample:\n  bursar import schwab ./from-custodian --check")
    .action(onDemand(() => import("./import.ts"), "importCommand"));

  command
    .command("undo <id>")
    .description("cancel what one import brought, or change nothing and say why")
    .option("--json", "print the counts as JSON")
    .addHelpText("after", "\nExample:\n  bursar import undo 824633720832")
    .action(onDemand(() => import("./import.ts"), "undoImportCommand"));

  command
    .command("list")
    .description("list the imports, the newest first")
    .option("--firm <oid>", "those of one firm", firmOid)
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  bursar import list")
    .action(onDemand(() => import("./import.ts"), "listImportsCommand"));

  command
    .command("profiles")
    .description("list the shipped profiles")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  bursar import profiles")
    .action(onDemand(() => import("./import.ts"), "listProfilesCommand"));
}
