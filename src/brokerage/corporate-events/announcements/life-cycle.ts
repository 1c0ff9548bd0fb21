// The lives of a corporate event and of its line for an account. (docs/corporate-events.md)

import type { Mover } from "../../../values/life-cycle.ts";
import { lifeCycle, mayMove, none } from "../../../values/life-cycle.ts";

const through = ["updateCorporateEvent"] as const;
const operator = ["operator"] as const;

/** The life cycle of a corporate event. */
export const eventLifeCycle = lifeCycle({
  name: "corporate event",
  states: [
    "DRAFT",
    "ANNOUNCED",
    "ENTITLED",
    "POSTING",
    "POSTED",
    "REVERSING",
    "REVERSED",
    "CANCELLED",
  ],
  transitions: [
    { from: [none], to: ["DRAFT"], by: ["operator", "issuing"], through: ["createCorporateEvent"] },
    {
      from: [none],
      to: ["DRAFT", "ANNOUNCED"],
      by: operator,
      through: ["loadFolder"],
      needs: "as the record says",
    },
    {
      from: ["DRAFT"],
      to: ["DRAFT"],
      by: ["operator", "issuing"],
      through,
      needs: "other terms",
    },
    {
      from: ["ANNOUNCED"],
      to: ["ANNOUNCED"],
      by: operator,
      through,
      needs: "other terms: the next version",
    },
    {
      from: ["ENTITLED"],
      to: ["ENTITLED"],
      by: operator,
      through,
      needs: "other terms: the next version, and its lines anew",
    },
    {
      from: ["DRAFT"],
      to: ["ANNOUNCED"],
      by: operator,
      through,
      needs: "the days that its kind needs",
    },
    {
      from: ["ANNOUNCED"],
      to: ["ENTITLED"],
      by: operator,
      through,
      needs: "the entitlement day has come",
    },
    {
      from: ["ANNOUNCED"],
      to: ["ENTITLED"],
      by: ["sweep"],
      through: ["entitleCorporateEvent"],
      needs: "06:00 of the entitlement day has come",
    },
    {
      from: ["ENTITLED"],
      to: ["POSTING"],
      by: operator,
      through,
      needs:
        "a second person; the booking day has come, the terms are complete, and no line is held",
    },
    {
      from: ["ENTITLED"],
      to: ["POSTING"],
      by: ["sweep"],
      through: ["beginPosting"],
      needs: "the same, where two persons have announced it and said that it posts by itself",
    },
    {
      from: ["POSTING"],
      to: ["POSTED"],
      by: ["sweep"],
      through: ["endPosting"],
      needs: "no line is due",
    },
    {
      from: ["POSTED"],
      to: ["POSTING"],
      by: operator,
      through,
      needs: "new terms, or lines to try again",
    },
    {
      from: ["POSTED", "POSTING"],
      to: ["REVERSING"],
      by: operator,
      through,
      needs: "a second person, and a comment",
    },
    {
      from: ["REVERSING"],
      to: ["REVERSED"],
      by: ["sweep"],
      through: ["endPosting"],
      needs: "no line is left that may be reversed",
    },
    {
      from: ["DRAFT", "ANNOUNCED", "ENTITLED"],
      to: ["CANCELLED"],
      by: operator,
      through,
      needs: "a comment",
    },
    { from: ["DRAFT"], to: ["CANCELLED"], by: ["issuing"], through, needs: "a comment" },
  ],
});

/** The status of a corporate event. */
export type EventStatus = (typeof eventLifeCycle.states)[number];

/** Whether somebody may move an event by an update. */
export function mayMoveEvent(step: {
  readonly from: EventStatus;
  readonly to: EventStatus;
  readonly by: Mover;
}): boolean {
  return mayMove(eventLifeCycle, { ...step, through: "updateCorporateEvent" });
}

const byOne = ["updateCorporateEventLine"] as const;
/** A line is worked out anew, whatever it was, until the event is posted, and later where nothing was due. */
const entitling = [
  "updateCorporateEvent",
  "entitleCorporateEvent",
  "beginPosting",
  "compareCorporateEventLine",
  "updateCorporateEventLine",
] as const;

/** The life cycle of the line of an account. */
export const lineLifeCycle = lifeCycle({
  name: "corporate event, line of an account",
  states: ["DUE", "FOUND", "HELD", "NONE", "POSTED", "REFUSED", "REVERSED", "KEPT"],
  transitions: [
    {
      from: [none],
      to: ["DUE", "FOUND", "HELD", "NONE"],
      by: ["operator", "sweep"],
      through: entitling,
      needs: "as it is found: to be booked, booked already, not to be decided here, or nothing due",
    },
    {
      from: ["DUE"],
      to: ["POSTED", "REFUSED"],
      by: ["sweep"],
      through: ["postCorporateEventLine"],
      needs: "as the books take it",
    },
    {
      from: ["DUE"],
      to: ["FOUND"],
      by: ["sweep"],
      through: ["postCorporateEventLine"],
      needs: "the books have got its row since",
    },
    { from: ["REFUSED", "HELD", "FOUND"], to: ["DUE"], by: operator, through: byOne },
    { from: ["REFUSED"], to: ["DUE"], by: operator, through, needs: "the event is tried again" },
    { from: ["DUE"], to: ["HELD"], by: operator, through: byOne, needs: "a comment" },
    {
      from: ["POSTED"],
      to: ["POSTED"],
      by: ["sweep"],
      through: ["postCorporateEventLine"],
      needs: "it differs, and is booked anew",
    },
    {
      from: ["POSTED"],
      to: ["REVERSED"],
      by: ["sweep"],
      through: ["postCorporateEventLine"],
      needs: "the event is reversed, and the books take it",
    },
    {
      from: ["POSTED"],
      to: ["KEPT"],
      by: operator,
      through: byOne,
      needs: "the books refuse the cancellation, and a comment",
    },
    {
      from: ["DUE", "REFUSED", "HELD", "FOUND"],
      to: ["REVERSED"],
      by: ["sweep"],
      through: ["postCorporateEventLine"],
      needs: "the event is reversed",
    },
  ],
});

/** The status of a line. */
export type LineStatus = (typeof lineLifeCycle.states)[number];
