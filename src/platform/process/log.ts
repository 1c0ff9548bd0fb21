// JSON logs on standard error, without secrets and without what callers sent.
import { type DestinationStream, type Logger, pino } from "pino";
import { standardError } from "./log-lines.ts";

/** The log of the process; lines go to standard error unless they are wanted elsewhere. */
export function openLog(level: string, to: DestinationStream = standardError()): Logger {
  return pino({ level, base: { service: "bursar" }, serializers: { err: encodeError } }, to);
}

type LoggedError = Error & { readonly code?: unknown; readonly constraint?: unknown };

/** An error without its message, which may quote a caller's value; the stack tells where it was. */
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
