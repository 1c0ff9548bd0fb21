// What corporate actions tell those who listen. Subject: the account.
import Type from "typebox";
import { eventShape } from "../../platform/change/event.ts";

const data = { notifid: Type.String(), status: Type.String() };

/** An account has a notice of a corporate action. */
export const noticeCreated = eventShape("notice.created", data);
/** A notice was changed. */
export const noticeUpdated = eventShape("notice.updated", data);
