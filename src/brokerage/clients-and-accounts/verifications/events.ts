// Events of verifications. Subject: the member.
import Type from "typebox";
import { eventShape } from "../../../platform/change/event.ts";

/** The verification of a member has another status. */
export const memberVerified = eventShape("member.verified", {
  loginId: Type.String(),
  status: Type.String(),
});
