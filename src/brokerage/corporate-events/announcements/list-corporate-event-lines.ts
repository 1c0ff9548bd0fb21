// Listing the lines of a corporate event.
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { encodeLines } from "./encode-lines.ts";
import { selectSeenEvent } from "./get-corporate-event.ts";
import { selectLines } from "./line-queries.ts";
import type { CorporateEventLine, LinesQuery } from "./line-schema.ts";

/** The lines of an event by account: the operator's are all, a firm's those of its accounts. */
export async function listCorporateEventLines(
  ctx: Context,
  eventId: string,
  query: LinesQuery,
): Promise<Page<CorporateEventLine>> {
  const { viewer } = await selectSeenEvent(ctx, eventId);
  const limit = query.limit ?? usualLimit;
  const found = await selectLines(ctx.db, eventId, {
    status: query.status ?? null,
    accountNumber: query.accountnumber ?? null,
    differs: query.differs ?? null,
    after: query.after ?? "",
    limit,
    firmOid: viewer.isOperator ? null : viewer.firmOid,
    accountNumbers: viewer.accountNumbers,
  });
  const { shown, last } = pageOf(found, limit);
  return {
    entries: await encodeLines(ctx.db, shown, viewer),
    next: last?.accountNumber,
  };
}
