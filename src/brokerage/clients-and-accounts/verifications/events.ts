// Events of verifications. Subject: the member.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

/** The verification of a member has another status. */
export const memberVerified = eventShape("member.verified", {
  loginId: Type.String(),
  status: Type.String(),
});
