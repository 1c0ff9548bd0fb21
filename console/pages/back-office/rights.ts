// What of the back office is for administrators alone.
import { mayChange } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether a person loads files, and sees what was loaded. */
export function mayLoad({ kind, role }: Session): boolean {
  return (kind === "institutional" || kind === "operator") && role === "administrator";
}

/** Whether a person changes who is told of changes, and may change anything at all. */
export function administers({ role }: Session): boolean {
  return role === "administrator" && mayChange();
}
