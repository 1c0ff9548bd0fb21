// What other resources may read of documents: the right that a paper needs, and what a run has drawn.
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import type { DocumentRow } from "./document.ts";
import { selectDrawnByHash, selectDrawnContent } from "./queries.ts";

export { type DocumentRow, type MediaType, rightTo } from "./document.ts";

/** What a run has drawn and not released, without bytes: up to a limit, the same ones whenever they are asked
 * for, in no order of accounts; those that show one account, if it is named. */
export async function drawnByRun(
  db: Reader,
  runOid: Id,
  wanted: { readonly accountNumber: string | null; readonly limit: Decimal },
): Promise<readonly DocumentRow[]> {
  return selectDrawnByHash(db, runOid, wanted);
}

/** A drawing of a run with its bytes, for its review; undefined once it is released or discarded. */
export async function drawnContent(
  db: Reader,
  runOid: Id,
  documentOid: Id,
): Promise<(DocumentRow & { readonly content: Buffer }) | undefined> {
  return selectDrawnContent(db, runOid, documentOid);
}
