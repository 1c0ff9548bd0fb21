// Problems as sentences.
import type { Problem } from "@bursar/client";
import { words } from "./texts.ts";

/** A problem as a sentence: the service's own message, or its code in words; `label` names the
 * field. */
export function problemText({ code = "", message }: Problem, label?: string): string {
  if (message !== undefined) return message;
  const [first, ...rest] = code.split(".");
  const of = label ?? words(rest.join(" "));
  if (first === "null") return `${of} is missing.`;
  if (first === "invalid")
    return code === "invalid.choice" ? "Select an option." : `${of} is not valid.`;
  return `${words(code)}.`;
}

/** Rules that a dry run does not check, as labels. */
const unjudged: Readonly<Record<string, string>> = {
  "offer.ticker.unique.rule": "the ticker is unique",
  "member.unique.login.id": "the login ID is unique",
  "member.unique.ssn.rule": "the tax ID is unique",
  "firm.tax.id.rule": "the firm’s tax ID is unique",
};

/** A rule that a dry run does not check, in words. */
export function unjudgedText(code: string): string {
  return unjudged[code] ?? words(code);
}
