// Reading a paper of a member: the first reading is recorded before the bytes go.
import { isId } from "@bursar/values/ids";
import { type Context, clientsInView } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { notFound } from "../../../values/problem.ts";
import { documentRead } from "../vault/changes.ts";
import type { MediaType } from "../vault/reads.ts";
import type { getMemberBillEntry, getMemberStatementEntry } from "./entries.ts";
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

/** The bytes of a paper that the member may see now, once the member's own first reading is stored; the firm
 * and the operator leave none. 404 without it, and once its bytes have expired. */
export async function readPaper(
  ctx: Context,
  { loginId, reportId, types }: NamedPaper,
  entry: typeof getMemberStatementEntry | typeof getMemberBillEntry,
): Promise<PaperContent> {
  const view = await papersInView(ctx.db, ctx.caller, loginId);
  const found = isId(reportId) ? await selectPaper(ctx.db, view, types, reportId) : undefined;
  const content = found?.content ?? null;
  if (found === undefined || content === null) throw notFound(downloadErrors.notFound);
  const isOwnReading = clientsInView(ctx.caller).some((client) => client.loginId === loginId);
  if (isOwnReading && found.readAt === null && ctx.recordsUse) {
    await recordReading(ctx, found, loginId, entry);
  }
  return { name: found.name, mediaType: found.mediaType, content };
}

async function recordReading(
  ctx: Context,
  { subject, documentOid, reportType }: PaperRow,
  loginId: string,
  entry: typeof getMemberStatementEntry | typeof getMemberBillEntry,
): Promise<void> {
  const { now: at, requestId, address } = ctx;
  await write(ctx, entry, async (tx) => {
    const reading = { subject, documentOid, loginId, at, requestId, address };
    // Of two first readings at once one is the first.
    if ((await insertReading(tx, reading)) === undefined) return { value: null, audit: [] };
    const detail = { documentOid, loginId };
    const events = [documentRead({ ...detail, reportType })];
    return { value: null, audit: [{ subject, detail, events }] };
  });
}
