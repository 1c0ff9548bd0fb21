// One sentence for any error that ended a command; never a stack.
import { ConfigurationFault } from "../config/config.ts";
import { LoadBusy, LoadFault } from "../platform/bulk/kinds/load-problem.ts";
import { ListenFault } from "../platform/process/listening.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { FolderHeld } from "../platform/store/embedded/folder-lock.ts";
import { isUnavailable, sqlState, storeError } from "../platform/store/store-error.ts";
import { Refusal } from "../values/problem.ts";
import { visible } from "../values/readable.ts";
import { CommandFault } from "./faults.ts";

/** The message of a command on standard error before it exits with 1: a sentence, or the faults of
 * a configuration, one a line. */
export function failureMessage(error: unknown): string {
  if (error instanceof Refusal) return visible(refusalText(error));
  if (isUnavailable(storeError(error))) return "The store is not available; try again.";
  const state = sqlState(error) ?? "";
  if (/^(28|3D)/.test(state)) return `The store refused the login (${state}): check DATABASE_URL.`;
  if (error instanceof ConfigurationFault) return error.faults.map(visible).join("\n");
  const isSentence =
    error instanceof StoreFault ||
    error instanceof ListenFault ||
    error instanceof FolderHeld ||
    error instanceof LoadBusy ||
    error instanceof LoadFault ||
    error instanceof CommandFault;
  if (isSentence) return visible(error.message);
  const { code, name } = error as { code?: string; name?: string };
  return `The command failed (${[name, code].filter(Boolean).join(" ")}).`;
}

function refusalText({ problems }: Refusal): string {
  return problems
    .map((problem) => ("message" in problem && problem.message) || JSON.stringify(problem))
    .join(" ");
}
