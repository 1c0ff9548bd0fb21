// Reads of documents for other resources: the right that a paper needs, and what a run has drawn.
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { type DocumentRow, hashOf } from "./document.ts";
import { documentErrors } from "./errors.ts";

export { type DocumentRow, type MediaType, rightTo } from "./document.ts";
export { documentErrors } from "./errors.ts";
export { selectDrawnByHash, selectDrawnContent } from "./queries.ts";

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
