// A page of a member's papers.
import { encodeDay, encodeInstant, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { decodePageCursor, encodePageCursor } from "../../../platform/keys/page-cursor.ts";
import { daysOfRange } from "../../../values/date-range.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { invalid, refuseFor } from "../../../values/problem.ts";
import { papersInView } from "./papers-in-view.ts";
import { type ListedPaper, type PaperPlace, selectPapers } from "./queries.ts";
import type { Report, StatementsQuery } from "./schema.ts";

/** The member's papers of some types, the newest first. */
export async function listPapers(
  { db, caller, vault, now }: Context,
  loginId: string,
  query: StatementsQuery,
  types: readonly string[],
): Promise<Page<Report>> {
  const { reporttype, daterange, limit = usualLimit, after } = query;
  const asked = { list: `papers ${types.join("")} ${loginId}`, query: { ...query } };
  const texts = after === undefined ? undefined : decodePageCursor(vault, asked, after);
  if (after !== undefined && texts === undefined) refuseFor([invalid("after")]);
  const view = await papersInView(db, caller, loginId);
  const range = daterange && daysOfRange(daterange, newYorkDay(now));
  const found = await selectPapers(
    db,
    view,
    {
      types: reporttype === undefined ? types : [reporttype],
      from: range?.from ?? null,
      to: range?.to ?? null,
    },
    { after: texts && placeOf(texts), limit: Number.parseInt(limit, 10) + 1 },
  );
  const { shown, last } = pageOf(found, limit);
  return {
    entries: shown.map((row) => encodeReport(row, loginId)),
    next: last && encodePageCursor(vault, asked, [last.createdAt.toISOString(), last.documentOid]),
  };
}

function placeOf([createdAt = "", documentOid = ""]: readonly string[]): PaperPlace {
  return { createdAt: new Date(createdAt), documentOid: documentOid as Id };
}

function encodeReport(row: ListedPaper, loginId: string): Report {
  const [, firmOid] = /^firm:(\d+)$/.exec(row.subject) ?? [];
  const isOfMember = row.subject.startsWith("member:");
  return {
    reportId: row.documentOid,
    reportType: row.reportType,
    reportDate: encodeDay(row.reportOn),
    reportDataType: "P",
    createts: encodeInstant(row.createdAt),
    accountNumber: isOfMember || firmOid !== undefined ? null : row.subject,
    ownerId: firmOid ?? loginId,
    ownerType: firmOid === undefined ? "M" : "F",
    isCorrected: row.isCorrected,
    replacedBy: row.replacedBy,
    isRead: row.readAt !== null,
    readts: row.readAt && encodeInstant(row.readAt),
    templateOid: row.templateOid,
  };
}
