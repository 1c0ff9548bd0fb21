// Log lines for a person at a terminal; programs read the same lines as JSON.
import { memberLines, visible } from "../../values/readable.ts";

const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "WARN",
  50: "ERROR",
  60: "FATAL",
};

/** A JSON line as the time of day in UTC, the level, the message, and all else it says as
 * `name: value`, nested members by their path. */
export function lineForPeople(json: string): string {
  const { level, time, msg, service: _, ...said } = JSON.parse(json);
  const day = new Date(time).toISOString();
  const [message, rest] = msg === undefined ? responseLine(said) : [String(msg), said];
  const more = Object.keys(rest).length === 0 ? "" : `  ${memberLines(rest).join(", ")}`;
  const name = (levels[level] ?? String(level)).padEnd(5);
  return `${day.slice(11, 23)}  ${name}  ${visible(message)}${more}\n`;
}

/** The line of a response has no message: its method, operation and status are one. */
function responseLine({
  method = "",
  operation = "",
  status = "",
  ...rest
}: Record<string, unknown>): [string, Record<string, unknown>] {
  return [`${method} ${operation} ${status}`.trim(), rest];
}
