// The content of the audit entries of loads.
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
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
  /** The number of withdrawn ones, where there is any. */
  withdrawn: optional(entryCount),
  keys: optional(Type.Array(Type.String())),
});
export type Summary = Static<typeof Summary>;

/** The changes of one subject by a load: rows by kind, under the names of the file's columns, or
 * their number where a kind has very many. */
export const loadFolderEntry = entryShape("loadFolder", {
  subject: Type.String(),
  before: optional(RowsByKind),
  after: optional(RowsByKind),
  detail: optional(Type.Record(Type.String(), Summary)),
});
