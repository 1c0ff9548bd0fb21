// What other resources may read of documents: the right that a paper needs, and what a run has drawn.
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import type { DocumentRow } from "./document.ts";
import { selectDrawn, selectDrawnContent } from "./queries.ts";

export { type DocumentRow, type MediaType, rightTo } from "./document.ts";

/** What a run has drawn and not released, without bytes: so many behind a place, by subject and id. */
export async function drawnByRun(
  db: Reader,
  runOid: Id,
  after: Pick<DocumentRow, "subject" | "documentOid">,
  limit: number,
): Promise<readonly DocumentRow[]> {
  return selectDrawn(db, runOid, after, limit);
}

/** A drawing of a run with its bytes, for its review; undefined once it is released or discarded. */
export async function drawnContent(
  db: Reader,
  place: Pick<DocumentRow, "subject" | "documentOid">,
): Promise<(DocumentRow & { readonly content: Buffer }) | undefined> {
  return selectDrawnContent(db, place);
}
