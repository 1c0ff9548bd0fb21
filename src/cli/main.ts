// Runs one command. Exit statuses: 0 done; 1 refused or failed, with one sentence on standard error;
// 2 usage error, with the command's help.
import { type Command, CommanderError } from "commander";
import { endAtSignals } from "../runtime/shutdown.ts";
import { UsageFault } from "./faults.ts";
import { printErrors, printOutcome } from "./output.ts";
import { program } from "./program.ts";

endAtSignals();
process.stdout.on("error", (error: { code?: string }) => {
  // A reader of the output may close it early, as `head` does.
  if (error.code !== "EPIPE") {
    void report(error).then((status) => {
      process.exitCode = status;
    });
  }
});
process.stderr.on("error", () => {});
process.on("uncaughtException", (error) => void report(error).then(process.exit));

let running: Command | undefined;
program.hook("preAction", (_, command) => {
  running = command;
});

try {
  await program.parseAsync();
  if (running?.opts().json) printOutcome(commandName(running), null);
} catch (error) {
  process.exitCode = await report(error);
}

async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageFault) return reportMisuse(error.message);
  const { failureMessage } = await import("./failure.ts");
  const failure = failureMessage(error);
  printErrors(...`bursar: ${failure}`.split("\n"));
  if (running?.opts().json) printOutcome(commandName(running), failure);
  return 1;
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
