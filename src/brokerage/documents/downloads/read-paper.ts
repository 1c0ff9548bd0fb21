// Finding a paper of a member, and recording the member's own first reading before the bytes go.
import { isId } from "@bursar/values/ids";
import { type Context, clientsInView } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { notFound } from "../../../values/problem.ts";
import { documentRead } from "../vault/changes.ts";
import { type MediaType, refuseAltered } from "../vault/reads.ts";
import { downloadErrors } from "./errors.ts";
import { papersInView } from "./papers-in-view.ts";
import { insertReading, type PaperRow, selectPaper } from "./queries.ts";

/** The bytes of a paper with the name under which it is saved. */
export interface PaperContent {
  readonly name: string;
  readonly mediaType: MediaType;
  readonly content: Buffer;
}

/** A paper of a member by its id and the types that are looked for. */
export interface NamedPaper {
  readonly loginId: string;
  readonly reportId: string;
  readonly types: readonly string[];
}

/** A paper that the member may see now, and whether this is a reading to be recorded. */
export interface FoundPaper extends PaperRow, PaperContent {
  readonly isFirstReading: boolean;
}

/** Finds a paper that the member may see now; 404 without it, and once its bytes have expired, and a refusal if
 * they were altered. The firm and the operator leave no reading. */
export async function findPaper(
  ctx: Context,
  { loginId, reportId, types }: NamedPaper,
): Promise<FoundPaper> {
  const view = await papersInView(ctx.db, ctx.caller, loginId);
  const found = isId(reportId) ? await selectPaper(ctx.db, view, types, reportId) : undefined;
  const content = found?.content ?? null;
  if (found === undefined || content === null) throw notFound(downloadErrors.notFound);
  refuseAltered(found, content);
  const isOwn = clientsInView(ctx.caller).some((client) => client.loginId === loginId);
  const isFirstReading = isOwn && found.readAt === null && ctx.recordsUse === true;
  return { ...found, content, isFirstReading };
}

/** Stores the first reading of a paper, and returns the change for its entry; of two at once one is first. */
export async function recordReading(
  tx: Tx,
  { now: at, requestId, address }: Context,
  { subject, documentOid, reportType }: PaperRow,
  loginId: string,
) {
  const reading = { subject, documentOid, loginId, at, requestId, address };
  if ((await insertReading(tx, reading)) === undefined) return { value: null, audit: [] };
  const detail = { documentOid, loginId };
  const events = [documentRead({ ...detail, reportType })];
  return { value: null, audit: [{ subject, detail, events }] };
}
