// What a change tells those who listen: each `events.ts` declares the events of its resource. An
// event belongs to an entry of the change and is stored with it, so that neither is without the
// other. It says ids, statuses and names of fields; never a name, an amount or a text.
import Type, { type Static, type TProperties, type TSchema } from "typebox";

/** An event of an entry's subject. */
export interface EventNote {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A kind of event: its type, and the shape of its data. */
export interface EventShape<S extends TSchema = TSchema> {
  readonly type: string;
  readonly data: S;
}

/** Declares a kind of event. The result makes its events: `restrictionCreated({ … })`. */
export function eventShape<P extends TProperties>(type: string, data: P) {
  const shape = Type.Object(data);
  const make = (values: Readonly<Static<typeof shape>>): EventNote => ({ type, data: values });
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
