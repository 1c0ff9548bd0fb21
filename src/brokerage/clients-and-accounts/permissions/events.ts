// Events of permissions. Subject: the account.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { loginId: Type.String(), permission: Type.String() };

/** A member was permitted. */
export const permissionGranted = eventShape("permission.granted", data);
/** The permission of a member has changed. */
export const permissionModified = eventShape("permission.modified", data);
/** A member's permission was taken; the event has the permission. */
export const permissionRevoked = eventShape("permission.revoked", data);
