// Changes of restrictions for other resources.
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { eventData, restrictionCreated, restrictionLifted } from "./events.ts";
import { insertRestriction, type RestrictionRow, updateRestrictionsLifted } from "./queries.ts";

/** Restrictions that were lifted: their ids, for the audit, and the events. */
export interface LiftedRestrictions {
  readonly ids: readonly string[];
  readonly events: readonly EventNote[];
}

/** Lifts the account's restrictions for a reason. */
export async function liftRestrictions(
  tx: Tx,
  accountNumber: string,
  reasonCode: string,
  now: Date,
): Promise<LiftedRestrictions> {
  const lifted = await updateRestrictionsLifted(tx, accountNumber, reasonCode, now);
  return {
    ids: lifted.map(({ id }) => id),
    events: lifted.map((restriction) => restrictionLifted(eventData(restriction))),
  };
}

/** Places a restriction on an account that has none of its kind, and returns the events. */
export function placeRestriction(tx: Tx, accountNumber: string, row: RestrictionRow): EventNote {
  insertRestriction(tx, accountNumber, row);
  return restrictionCreated(eventData(row));
}
