// A record that a load has changed, for its events.
import type { EventNote } from "../../change/event.ts";

/** A record that a load has added, changed or withdrawn, under the names of the file's columns. */
export interface LoadedChange {
  readonly subject: string;
  readonly isNew: boolean;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The columns that have changed, or of a new record those that it has. */
  readonly fields: readonly string[];
}

/** The events of a load for the records of a kind; of one with very many, by their keys. */
export interface LoadEvents {
  readonly ofRow?: (change: LoadedChange) => readonly EventNote[];
  /** The column, with an object, in which several columns of the file are stored. */
  readonly storedIn?: string;
  readonly ofKeys?: (keys: readonly string[]) => readonly EventNote[];
  /** The other subject on which each row is noted and has its event as well. */
  readonly second?: SecondSubject;
}

/** A subject that a field of a row names: `offer:` and its number. */
export interface SecondSubject {
  readonly prefix: string;
  readonly field: string;
}
