// The output of commands.
import { visible } from "../values/readable.ts";

let result: unknown = null;

/** Remembers the result of a command with `--json`; it is printed once the command has ended. */
export function printJson(value: unknown): void {
  result = value;
}

/** Prints what a command with `--json` has come to: its name, its result, and the sentence that
 * ended it if it was refused or failed. Numbers are texts, as in responses over HTTP. */
export function printOutcome(command: string, error: string | null): void {
  const text = JSON.stringify({ command, result, error }, numbersAsTexts, 2);
  process.stdout.write(`${text}\n`);
}

function numbersAsTexts(_name: string, value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

/** Prints a document that has a form of its own as JSON on standard output. */
export function printDocument(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints lines on standard output; what a file or a caller has put into them, or what stands in
 * the name of a file, cannot steer the terminal, nor begin a line of its own. */
export function printLines(...lines: readonly string[]): void {
  process.stdout.write(`${lines.map(visible).join("\n")}\n`);
}

/** Prints lines on standard error, likewise. */
export function printErrors(...lines: readonly string[]): void {
  process.stderr.write(`${lines.map(visible).join("\n")}\n`);
}
