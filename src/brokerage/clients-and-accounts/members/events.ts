// Events of members. Subject: the member.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { loginId: Type.String(), fields: Type.Array(Type.String()) };

/** A member was added. */
export const memberCreated = eventShape("member.created", data);
/** A member was changed. */
export const memberUpdated = eventShape("member.updated", data);
