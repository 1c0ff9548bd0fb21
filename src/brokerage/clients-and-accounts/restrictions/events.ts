// Events of restrictions. Subject: the account.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";
import type { RestrictionRow } from "./queries.ts";

const data = {
  accountRestrictionId: entryId,
  reasonCode: Type.String(),
  typeCode: Type.String(),
};

/** A restriction was placed. */
export const restrictionCreated = eventShape("restriction.created", data);
/** A restriction was lifted. */
export const restrictionLifted = eventShape("restriction.lifted", data);

/** The data of an event about a restriction. */
export function eventData(restriction: Pick<RestrictionRow, "id" | "reasonCode" | "typeCode">) {
  const { id, reasonCode, typeCode } = restriction;
  return { accountRestrictionId: id, reasonCode, typeCode };
}
