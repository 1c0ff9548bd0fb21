// Finding audit entries of all records, for the operator. (interface 4.24)
import { addDays, newYorkDay, newYorkInstant } from "@bursar/values/dates";
import { followsFrom } from "../../../platform/change/audit-chain.ts";
import type { Context } from "../../../platform/change/context.ts";
import { decodePageCursor, encodePageCursor } from "../../../platform/keys/page-cursor.ts";
import { daysOfRange } from "../../../values/date-range.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { fieldProblem, refuseFor } from "../../../values/problem.ts";
import { auditEntryErrors } from "./errors.ts";
import { encodeEntry } from "./list-audit-entries.ts";
import type { AuditSearchQuery, FoundAuditEntry } from "./schema.ts";
import { selectFoundEntries } from "./search-queries.ts";

/** Without a range, the entries of a week. */
const usualRange = { days: 7 };

/** Returns the entries that a query selects, the newest first. */
export async function searchAuditEntries(
  { db, caller, vault, realNow }: Context,
  query: AuditSearchQuery,
): Promise<Page<FoundAuditEntry>> {
  const list = { list: "audit entries", query: { ...query } };
  const place = query.after === undefined ? undefined : decodePageCursor(vault, list, query.after);
  const isForeign = query.after !== undefined && place === undefined;
  refuseFor(isForeign ? [fieldProblem("after", auditEntryErrors.after)] : []);
  const { from, to } = daysOfRange(query.range ?? usualRange, newYorkDay(realNow));
  const limit = query.limit ?? usualLimit;
  const [occurredAt, subject, sequence] = place ?? [];
  const rows = await selectFoundEntries(db, {
    ...query,
    from: newYorkInstant(from, "00:00"),
    until: newYorkInstant(addDays(to, 1), "00:00"),
    last: occurredAt && subject && sequence ? { occurredAt, subject, sequence } : undefined,
    limit: Number.parseInt(limit, 10) + 1,
  });
  const { shown, last } = pageOf(rows, limit);
  return {
    entries: shown.map((row) => ({
      subject: row.subject,
      ...encodeEntry(row, caller),
      verified: followsFrom(vault.auditKey, row, row.previousMac ?? Buffer.alloc(0)),
    })),
    next: last && encodePageCursor(vault, list, [last.exactly, last.subject, last.sequence]),
  };
}
