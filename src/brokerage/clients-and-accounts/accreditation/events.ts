// Events of verified accreditation. Subject: the member.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

/** A verified level of a member was recorded. */
export const accreditationRecorded = eventShape("accreditation.recorded", {
  loginId: Type.String(),
  parentVerifyLevel: Type.String(),
});
