// The users that may form and change households.
import type { Session } from "../../data/session.ts";

/** Whether the user's firm manages households; the operator reads them. */
export function mayManage({ kind }: Session): boolean {
  return kind === "institutional";
}
