// Events of delivery preferences. Subject: the member.
import Type from "typebox";
import { eventShape } from "../../../platform/change/event.ts";

/** A member's delivery preferences were set. */
export const deliveryChanged = eventShape("delivery.changed", {
  loginId: Type.String(),
  fields: Type.Array(Type.String()),
});
