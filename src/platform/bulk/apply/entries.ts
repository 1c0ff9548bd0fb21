// What the audit entries of loads say.
import Type, { type Static } from "typebox";
import { nullable, optional } from "../../../values/wire.ts";
import { entryCount, entryShape } from "../../change/audit-entry.ts";

const Row = Type.Record(Type.String(), Type.Unknown());
/** A new row has nothing before, and a withdrawn one nothing after. */
const RowsByKind = Type.Record(Type.String(), Type.Array(nullable(Row)));

/** Of a kind of very many rows; `keys` where each row's key is noted. */
const Summary = Type.Object({
  count: entryCount,
  first: Type.String(),
  last: Type.String(),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  /** How many of them were withdrawn, where any was. */
  withdrawn: optional(entryCount),
  keys: optional(Type.Array(Type.String())),
});
export type Summary = Static<typeof Summary>;

/** What a load changed of one subject: rows by kind, under the names of the file's columns, or how
 * many there are where a kind has very many. */
export const loadFolderEntry = entryShape("loadFolder", {
  subject: Type.String(),
  before: optional(RowsByKind),
  after: optional(RowsByKind),
  detail: optional(Type.Record(Type.String(), Summary)),
});
