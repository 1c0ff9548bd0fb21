// Problems as sentences.
import type { Problem } from "@bursar/client";
import { words } from "./texts.ts";

/** A problem as a sentence: the service's own, or its code in words; `label` names its field. */
export function problemText({ code = "", message }: Problem, label?: string): string {
  if (message !== undefined) return message;
  const [first, ...rest] = code.split(".");
  const of = label ?? words(rest.join(" "));
  if (first === "null") return `${of} is missing.`;
  if (first === "invalid")
    return code === "invalid.choice" ? "Select an option." : `${of} is not valid.`;
  return `${words(code)}.`;
}

/** Rules that a dry run does not judge, as what is still checked. */
const unjudged: Readonly<Record<string, string>> = {
  "offer.ticker.unique.rule": "that no other offer has this ticker",
  "member.unique.login.id": "that no other member has this login ID",
  "member.unique.ssn.rule": "that no other member has this tax ID",
  "firm.tax.id.rule": "that no other firm has this tax ID",
};

/** A rule that a dry run has not judged, in words. */
export function unjudgedText(code: string): string {
  return unjudged[code] ?? words(code);
}
