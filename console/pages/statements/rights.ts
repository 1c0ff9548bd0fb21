// The users that may have statements drawn, release and discard them.
import { mayChange } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";

/** Whether the user may make changes: what is released goes to clients, and needs an
 * administrator. */
export function mayDraw({ role }: Session): boolean {
  return role === "administrator" && mayChange();
}
