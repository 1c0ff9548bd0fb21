// Events that corporate events emit. Subject: the security, or the account of a line.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";
import type { EventStatus } from "./life-cycle.ts";

const data = {
  eventId: entryId,
  status: Type.String(),
  fields: Type.Array(Type.String()),
};

/** An event was created. */
export const eventCreated = eventShape("corporateevent.created", data);
/** Its terms were changed. */
export const eventUpdated = eventShape("corporateevent.updated", data);
/** Holders are notified of it. */
export const eventAnnounced = eventShape("corporateevent.announced", data);
/** The entitlements of the event's holders are known. */
export const eventEntitled = eventShape("corporateevent.entitled", data);
/** Its lines are being booked. */
export const eventPosting = eventShape("corporateevent.posting", data);
/** Every line is booked, or refused. */
export const eventPosted = eventShape("corporateevent.posted", data);
/** Terms were changed of what was booked. */
export const eventCorrected = eventShape("corporateevent.corrected", data);
/** The bookings of the event were taken back. */
export const eventReversed = eventShape("corporateevent.reversed", data);
/** The event will not happen. */
export const eventCancelled = eventShape("corporateevent.cancelled", data);

/** The event of a status that an announcement has got, where that has one. */
export const eventOfStatus: Partial<Record<EventStatus, typeof eventCreated>> = {
  ANNOUNCED: eventAnnounced,
  ENTITLED: eventEntitled,
  POSTING: eventPosting,
  POSTED: eventPosted,
  REVERSED: eventReversed,
  CANCELLED: eventCancelled,
};

const ofLine = { eventId: entryId, transactionIds: Type.Array(entryId) };

/** The entitlement of the account is booked. */
export const entitlementPosted = eventShape("entitlement.posted", ofLine);
/** The books refuse it. */
export const entitlementRefused = eventShape("entitlement.refused", ofLine);
/** The booking of the entitlement was taken back. */
export const entitlementReversed = eventShape("entitlement.reversed", ofLine);
/** Later facts would make it another. */
export const entitlementDiffers = eventShape("entitlement.differs", ofLine);
