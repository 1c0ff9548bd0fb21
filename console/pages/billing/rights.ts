// Who may create, approve and post fee runs.
import { mayChange } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether the user may make changes: a run takes money from clients, and needs an administrator. */
export function mayBill({ role }: Session): boolean {
  return role === "administrator" && mayChange();
}
