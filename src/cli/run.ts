// Running one command: what it prints, and the status with which it ends. Statuses: 0 done; 1 refused or
// failed, with one sentence on standard error; 2 usage error, with the command's help.
import { type Command, CommanderError } from "commander";
import { UsageFault } from "./faults.ts";
import { printErrors, printJson, printOutcome } from "./output.ts";
import { program } from "./program.ts";

let running: Command | undefined;
program.hook("preAction", (_, command) => {
  running = command;
});

/** Runs the command that these words are, and returns its status. */
export async function run(words: readonly string[]): Promise<number> {
  running = undefined;
  printJson(null);
  try {
    await program.parseAsync(words, { from: "user" });
    printIfJson(null);
    return 0;
  } catch (error) {
    return report(error);
  }
}

/** Prints what ended the command, and returns its status. */
export async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageFault) return reportMisuse(error.message);
  const { failureMessage } = await import("./failure.ts");
  const failure = failureMessage(error);
  printErrors(...`bursar: ${failure}`.split("\n"));
  printIfJson(failure);
  return 1;
}

/** Prints what a command with `--json` has come to. */
function printIfJson(failure: string | null): void {
  if (running?.opts().json) printOutcome(commandName(running), failure);
}

/** Prints what is wrong with the words of a command, as is done where one of them is unknown. */
async function reportMisuse(message: string): Promise<number> {
  try {
    return (running ?? program).error(`error: ${message}`);
  } catch (error) {
    return report(error);
  }
}

/** A command as it is called: `audit verify`. */
function commandName(command: Command): string {
  const { parent } = command;
  return parent === null || parent === program
    ? command.name()
    : `${commandName(parent)} ${command.name()}`;
}
