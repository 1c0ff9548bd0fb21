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
