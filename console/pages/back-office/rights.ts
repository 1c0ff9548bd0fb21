// Rights of administrators in the back office.
import { mayChange } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether a user imports files, and sees the import history. */
export function mayLoad({ kind, role }: Session): boolean {
  return (kind === "institutional" || kind === "operator") && role === "administrator";
}

/** Whether a user changes webhooks and API keys. */
export function isAdministrator({ role }: Session): boolean {
  return role === "administrator" && mayChange();
}
