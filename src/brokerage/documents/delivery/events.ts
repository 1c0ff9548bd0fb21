// Events of delivery preferences. Subject: the member.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

/** A member's delivery preferences were set. */
export const deliveryChanged = eventShape("delivery.changed", {
  loginId: Type.String(),
  fields: Type.Array(Type.String()),
});
