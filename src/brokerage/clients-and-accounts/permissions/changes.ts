// Changes of permissions for other resources.
import type { EventNote } from "../../../platform/change/event.ts";
import { permissionGranted } from "./events.ts";
import { creator } from "./life-cycle.ts";

/** The event of a member that is the creator of an account, which its own row says. */
export function creatorNamed(loginId: string): EventNote {
  return permissionGranted({ loginId, permission: creator });
}
