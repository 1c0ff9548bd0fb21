// What of the back office is for administrators alone.
import type { Session } from "../../data/session.ts";

/** Whether a person loads files, and sees what was loaded. */
export function mayLoad({ kind, role }: Session): boolean {
  return (kind === "institutional" || kind === "operator") && role === "administrator";
}
