// One sentence for whatever ended a command; never a stack.
import { ConfigurationFault } from "../config.ts";
import { LoadBusy, LoadFault } from "../platform/bulk/load-problem.ts";
import { StoreUnavailable } from "../platform/db.ts";
import { FolderHeld } from "../platform/embedded/folder-lock.ts";
import { StoreFault } from "../platform/roles.ts";
import { Refusal } from "../values/problem.ts";

/** What the command says on standard error before it ends with 1. */
export function failureOf(error: unknown): string {
  if (error instanceof Refusal) return refusalText(error);
  if (error instanceof StoreUnavailable) return "The store is not available; try again.";
  const isSentence =
    error instanceof ConfigurationFault ||
    error instanceof StoreFault ||
    error instanceof FolderHeld ||
    error instanceof LoadBusy ||
    error instanceof LoadFault ||
    error instanceof CommandFault;
  if (isSentence) return error.message;
  const { code, name } = error as { code?: string; name?: string };
  return `The command failed (${[name, code].filter(Boolean).join(" ")}).`;
}

/** A command cannot do what it was asked; the message is one sentence. */
export class CommandFault extends Error {}

function refusalText({ problems }: Refusal): string {
  return problems
    .map((problem) => ("message" in problem && problem.message) || JSON.stringify(problem))
    .join(" ");
}
