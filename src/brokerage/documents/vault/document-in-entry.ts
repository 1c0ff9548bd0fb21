// The record of a document in an audit entry: its hash, never its bytes. Operations that keep
// documents have this shape in their own entries.
import type { Static } from "typebox";
import { entryCount, entryDay, entryId } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import type { DocumentRow } from "./document.ts";

/** A document in an audit entry. */
export const DocumentInEntry = Type.Object({
  documentOid: entryId,
  kind: Type.String({ enum: ["statement", "bill", "upload"] }),
  reportType: nullableText(),
  reportDate: entryDay,
  name: Type.String(),
  mediaType: Type.String(),
  bytes: entryCount,
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  isCorrected: Type.Boolean(),
  runOid: nullable(entryId),
  householdOid: nullable(entryId),
  retainUntil: nullable(entryDay),
});
export type DocumentInEntry = Static<typeof DocumentInEntry>;

/** A stored document as audit entries have it. */
export function documentInEntry(row: DocumentRow): DocumentInEntry {
  return {
    documentOid: row.documentOid,
    kind: row.kind,
    reportType: row.reportType,
    reportDate: row.reportOn,
    name: row.name,
    mediaType: row.mediaType,
    bytes: String(row.byteCount),
    sha256: row.sha256,
    isCorrected: row.isCorrected,
    runOid: row.runOid,
    householdOid: row.householdOid,
    retainUntil: row.retainUntil,
  };
}
