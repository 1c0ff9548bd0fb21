// The shapes of events: each `events.ts` declares those of its resource. An event belongs to an
// audit entry of the change and is stored with it. It has ids, statuses and names of fields; never
// a name, an amount or a text.
import type { Static, TProperties, TSchema } from "typebox";
import { Type } from "../../values/type.ts";

/** An event of an entry's subject. */
export interface EventNote {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Callers that see it besides those that see its record; nobody, if absent. */
  readonly sight?: EventSight;
}

/** Callers that see an event besides those that see its record now. */
export interface EventSight {
  /** The account of a record whose event has another subject. */
  readonly account?: string;
  /** Clients that saw the account until this change. */
  readonly formerLogins?: readonly string[];
  /** The codes under which firms took part in an offer, and so saw it, until this change. */
  readonly formerFirms?: readonly string[];
  /** The codes of firms that had declined: they did not see it, although a code stood for them too. */
  readonly declinedFirms?: readonly string[];
  /** Whether the clients of these firms saw it as well. */
  readonly formerClients?: boolean;
}

/** The events of a change on one subject. */
export interface NotifiedChange {
  readonly subject: string;
  readonly events?: readonly EventNote[];
}

/** A kind of event: its type, and the shape of its data. */
export interface EventShape<S extends TSchema = TSchema> {
  readonly type: string;
  readonly data: S;
}

/** Declares a kind of event. The result makes its events: `restrictionCreated({ … })`. */
export function eventShape<P extends TProperties>(type: string, data: P) {
  const shape = Type.Object(data);
  const make = (values: Readonly<Static<typeof shape>>, sight?: EventSight): EventNote => ({
    type,
    data: values,
    ...(sight && { sight }),
  });
  return Object.assign(make, { type, data: shape } satisfies EventShape);
}

/** An event with its place: the entry that it belongs to, and its number among that entry's. */
export interface PlacedEvent extends EventNote {
  readonly subject: string;
  readonly sequence: string;
  readonly place: number;
}

/** An entry's events, each with its place. */
export function placedEvents(
  subject: string,
  sequence: string,
  events: readonly EventNote[] = [],
): PlacedEvent[] {
  return events.map((event, index) => ({ ...event, subject, sequence, place: index + 1 }));
}
