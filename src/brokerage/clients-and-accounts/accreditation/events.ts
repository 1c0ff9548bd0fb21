// Events of verified accreditation. Subject: the member.
import Type from "typebox";
import { eventShape } from "../../../platform/change/event.ts";

/** A verified level of a member was recorded. */
export const accreditationRecorded = eventShape("accreditation.recorded", {
  loginId: Type.String(),
  parentVerifyLevel: Type.String(),
});
