// Reads of documents for other resources: the right that a paper needs, and what a run has drawn.
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { type DocumentRow, hashOf } from "./document.ts";
import { documentErrors } from "./errors.ts";
import { selectDrawnByHash, selectDrawnContent } from "./queries.ts";

export { type DocumentRow, type MediaType, rightTo } from "./document.ts";
export { documentErrors } from "./errors.ts";

/** The papers that a run has drawn and not released, without bytes: up to a limit, the same ones
 * whenever they are asked for, in no order of accounts; those that show one account, if it is
 * named. */
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

/** Refuses to hand out bytes that are not those that were stored: the hash of these stands in the audit log. */
export function refuseAltered(
  { documentOid, sha256 }: Pick<DocumentRow, "documentOid" | "sha256">,
  content: Buffer,
): void {
  if (hashOf(content) === sha256) return;
  const sentence =
    `Document ${documentOid} is not as it was stored: its bytes have another hash. ` +
    "Tell the operator of the service, who finds what was altered with bursar doctor.";
  refuseFor([ruleProblem({ ...documentErrors.altered, sentence })]);
}
