// Changes of documents for other resources: store a paper at once, or store the papers of a run that is reviewed,
// and release or discard them together.
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Reader, Sender, Tx } from "../../../platform/store/db.ts";
import {
  type DocumentOwner,
  type DocumentRow,
  hashOf,
  kindOf,
  makerOf,
  type NewPaper,
  retainedUntil,
  subjectOf,
} from "./document.ts";
import { type DocumentInEntry, documentInEntry } from "./document-in-entry.ts";
import { documentEventData } from "./event-data.ts";
import { documentAvailable } from "./events.ts";
import { insertDocument, insertDrawn, releaseRows, selectDrawn } from "./queries.ts";

export type { DocumentOwner, NewPaper } from "./document.ts";
export { hashOf, makerOf } from "./document.ts";
export { DocumentInEntry } from "./document-in-entry.ts";
export { documentEventData } from "./event-data.ts";
export { documentHeld, documentRead, documentUploaded } from "./events.ts";
export { deleteDrawn } from "./queries.ts";

/** A stored document that its owners can read: the subject and content of the audit entry that has to name it, and
 * the event that goes with it. */
export interface KeptDocument {
  readonly subject: string;
  readonly document: DocumentInEntry;
  readonly events: readonly EventNote[];
}

/** Stores a paper that its owners can read at once. The caller's audit entry of `subject` has the document
 * with its hash, and its events. */
export function keepDocument(
  sender: Sender,
  ctx: Pick<WriteContext, "now" | "newId" | "actor">,
  paper: NewPaper,
): KeptDocument {
  const row = rowOf(ctx, paper);
  insertDocument(sender, row, paper.content);
  return keptOf(row);
}

/** Stores an uploaded document; the caller's audit entry has it with its hash. It is retained until seven years after
 * the account last held anything. */
export function keepUpload(
  sender: Sender,
  { now, actor }: Pick<WriteContext, "now" | "actor">,
  upload: Pick<DocumentRow, "subject" | "documentOid" | "name" | "mediaType" | "documentType"> & {
    readonly content: Buffer;
  },
): DocumentInEntry {
  const { content, ...named } = upload;
  const row: DocumentRow = {
    ...named,
    kind: "upload",
    reportType: null,
    reportOn: newYorkDay(now),
    byteCount: content.length,
    sha256: hashOf(content),
    retainUntil: null,
    templateOid: null,
    isCorrected: false,
    runOid: null,
    householdOid: null,
    accountsShown: null,
    createdAt: now,
    createdBy: makerOf(actor),
  };
  insertDocument(sender, row, content);
  return documentInEntry(row);
}

/** Stores a paper that a run has drawn; no owner sees it before it is released. */
export function drawDocument(
  sender: Sender,
  ctx: Pick<WriteContext, "now" | "newId" | "actor">,
  paper: NewPaper & { readonly runOid: Id },
): Pick<DocumentRow, "documentOid" | "sha256"> {
  const row = rowOf(ctx, paper);
  insertDrawn(sender, row, paper.content);
  return { documentOid: row.documentOid, sha256: row.sha256 };
}

const rowsAtOnce = 100;

/** Releases all papers that a run has drawn, in batches, and yields the content of their audit entries. */
export async function* releaseDrawn(
  tx: Tx,
  { now }: Pick<WriteContext, "now">,
  runOid: Id,
): AsyncGenerator<readonly KeptDocument[]> {
  for await (const rows of drawnOf(tx, runOid)) {
    releaseRows(tx, runOid, rows, now);
    yield rows.map(keptOf);
  }
}

async function* drawnOf(db: Reader, runOid: Id): AsyncGenerator<readonly DocumentRow[]> {
  let after: Pick<DocumentRow, "subject" | "documentOid"> = { subject: "", documentOid: "0" as Id };
  for (;;) {
    const rows = await selectDrawn(db, runOid, after, rowsAtOnce);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last;
  }
}

function rowOf(
  { now, newId, actor }: Pick<WriteContext, "now" | "newId" | "actor">,
  paper: NewPaper,
): DocumentRow {
  const { owner, reportType, reportDate, name, mediaType, content } = paper;
  return {
    subject: subjectOf(owner),
    documentOid: paper.documentOid ?? newId(),
    kind: kindOf(reportType),
    reportType,
    documentType: null,
    reportOn: reportDate,
    name,
    mediaType,
    byteCount: content.length,
    sha256: hashOf(content),
    retainUntil: retainedUntil(reportDate),
    templateOid: paper.templateOid ?? null,
    isCorrected: paper.isCorrected ?? false,
    runOid: paper.runOid ?? null,
    householdOid: owner.type === "household" ? owner.householdOid : null,
    accountsShown: accountsShownBy(owner),
    createdAt: now,
    createdBy: makerOf(actor),
  };
}

function accountsShownBy(owner: DocumentOwner): readonly string[] | null {
  if (owner.type === "household") return owner.accountNumbers;
  return owner.type === "account" ? (owner.accountsShown ?? null) : null;
}

function keptOf(row: DocumentRow): KeptDocument {
  return {
    subject: row.subject,
    document: documentInEntry(row),
    events: [documentAvailable(documentEventData(row))],
  };
}
