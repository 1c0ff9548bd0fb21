// Events of trustees. Subject: the member.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { loginId: Type.String(), fields: Type.Array(Type.String()) };

/** A trustee was added. */
export const trusteeCreated = eventShape("trustee.created", data);
/** A trustee was changed. */
export const trusteeUpdated = eventShape("trustee.updated", data);
