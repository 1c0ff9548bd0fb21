// Events of corporate actions. Subject: the account.

import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";

const data = { notifid: Type.String(), status: Type.String() };

/** A holder was given notice. */
export const noticeCreated = eventShape("notice.created", data);
/** A notice has changed. */
export const noticeUpdated = eventShape("notice.updated", data);
/** The deadline of a notice has passed without a vote. */
export const noticeExpired = eventShape("notice.expired", data);
/** A vote was given, or withdrawn. */
export const voteReplaced = eventShape("vote.replaced", data);
