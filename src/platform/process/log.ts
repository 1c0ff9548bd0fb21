// Logs on standard error, without secrets and without what callers sent: JSON for programs, plain
// lines on a terminal.
import { type DestinationStream, type Logger, pino } from "pino";
import { lineForPeople } from "./log-for-people.ts";
import { standardError } from "./log-lines.ts";

/** The log of the process; lines go to standard error unless they are wanted elsewhere. */
export function openLog(level: string, to: DestinationStream = usualLines()): Logger {
  return pino({ level, base: { service: "bursar" }, serializers: { err: encodeError } }, to);
}

function usualLines(): DestinationStream {
  const lines = standardError();
  if (!process.stderr.isTTY) return lines;
  return { write: (line) => lines.write(lineForPeople(line)) };
}

type LoggedError = Error & { readonly code?: unknown; readonly constraint?: unknown };

/** An error without its message, which may quote a caller's value; the stack shows where it was. */
function encodeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, code, constraint, stack = "", cause } = error as LoggedError;
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    code,
    constraint,
    at: frames.slice(0, 12).map((line) => line.trim()),
    ...(cause instanceof Error && { cause: encodeError(cause) }),
  };
}
