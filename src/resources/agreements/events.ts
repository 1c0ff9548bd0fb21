// What customer agreements tell those who listen. Subject: the account.
import Type from "typebox";
import { entryId } from "../../platform/change/audit-entry.ts";
import { eventShape } from "../../platform/change/event.ts";

/** An owner has signed. */
export const agreementSigned = eventShape("agreement.signed", {
  agreementId: entryId,
  loginId: Type.String(),
});
