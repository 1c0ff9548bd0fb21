// The wire shapes of events.
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { eventTypes } from "./event-types.ts";

const known = new Set(eventTypes);

/** A reader's choice of the feed. */
export const FeedQuery = Type.Object({
  after: Type.Optional(
    text({
      pattern: /^([\w-]{32}|now)$/,
      description:
        "The `position` of an earlier response, or `now`: only events from now on. By default " +
        "the feed begins with the oldest stored event.",
    }),
  ),
  limit: pageLimit("100"),
  types: Type.Optional(
    text({
      max: 2_000,
      pattern: new RegExp(`^(${eventTypes.join("|")})(,(${eventTypes.join("|")}))*$`),
      description: "Only events of these types, separated by commas.",
    }),
  ),
  subject: Type.Optional(
    text({
      max: 128,
      description: "Only events of this subject, such as `RA00000001` or `offer:801`.",
    }),
  ),
});
export type FeedQuery = Static<typeof FeedQuery>;

const anyValue = Type.Unsafe<unknown>({
  type: ["string", "number", "boolean", "array", "null"],
  items: { type: "string" },
});

/** An event as it is read and followed. */
export const Event = Type.Object(
  {
    id: Type.String({ description: "The same wherever and how often the event is seen." }),
    type: Type.String({ enum: [...known] }),
    subject: Type.String({ description: "An account's number, or a kind and an id." }),
    occurredAt: Type.String({ format: "date-time" }),
    requestId: Type.String({ description: "The `X-Request-Id` of the change." }),
    data: Type.Record(Type.String(), anyValue, {
      title: "EventData",
      description: "Ids, statuses, and in `fields` the names of changed fields.",
    }),
  },
  { title: "Event" },
);
export type Event = Static<typeof Event>;

/** A part of the feed. */
export const EventPage = Type.Object(
  {
    events: Type.Array(Event, { maxItems: 1_000 }),
    position: Type.String({ description: "Send it as `after` to read on." }),
    hasMore: Type.Boolean({ description: "Whether there is more to read at once." }),
  },
  { title: "EventPage" },
);
