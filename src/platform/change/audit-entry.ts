// The shapes of audit entries. Each `entries.ts` declares its own: `write` takes no note of another
// shape, and tests check every entry that they make against its declaration.
import type { Static, TProperties, TSchema } from "typebox";
import { Type } from "../../values/type.ts";
import type { AuditNote } from "./audit.ts";

/** The entries of one operation: its name, and the shape of what each of them says. */
export interface EntryShape<S extends TSchema = TSchema> {
  readonly operation: string;
  /** The note as JSON; its static type is that of the values before they are written. */
  readonly note: S;
}

/** A note that an operation may leave. */
export type NoteOf<E extends EntryShape> = AuditNote & Frozen<Static<E["note"]>>;

type Whole = string | number | boolean | null | undefined | Date;
type Frozen<T> = unknown extends T
  ? T
  : T extends Whole
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** Declares an operation's entries: whose chains they belong to, and what they contain. */
export function entryShape<P extends TProperties & { readonly subject: TSchema }>(
  operation: string,
  note: P,
) {
  return { operation, note: Type.Object(note) } satisfies EntryShape;
}

const written = (pattern: string) => Type.String({ pattern });

/** The subject of an account's chain. */
export const ofAccount = written("^R[A-Z0-9]{8,9}$");
/** The subject of a firm's chain. */
export const ofFirm = written("^firm:[1-9]\\d{0,18}$");
/** The subject of a member's chain. */
export const ofMember = written("^member:\\S+$");
/** The subject of an offer's chain. */
export const ofOffer = written("^offer:[1-9]\\d{0,18}$");
/** The subject of a model's chain. */
export const ofModel = written("^model:[1-9]\\d{0,18}$");
/** The subject of a security's chain. */
export const ofSecurity = written("^security:[1-9]\\d{0,18}$");
/** The subject of an API user's refused claims. */
export const ofApiUser = written("^api-user:[1-9]\\d{0,18}$");
/** The subject of what belongs to the store as a whole. */
export const ofStore = written("^store$");

/** An id in an entry. */
export const entryId = written("^[1-9]\\d{0,18}$");
/** A count in an entry. */
export const entryCount = written("^\\d+$");
/** An amount in an entry, as exact as it is stored. */
export const entryDecimal = written("^-?\\d+(\\.\\d+)?$");
/** A day in an entry. */
export const entryDay = written("^\\d{4}-\\d\\d-\\d\\d$");
/** An instant in an entry. */
export const entryInstant = Type.Unsafe<Date>({
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$",
});
