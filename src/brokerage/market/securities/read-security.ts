// A security as it is read, by its id or a ticker. (interface 4.27)

import { encodeDay, newYorkDay } from "@bursar/values/dates";
import { fixed } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { securityErrors } from "../../../reference/securities/errors.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { notFound } from "../../../values/problem.ts";
import { encodeKnown } from "./encode-security.ts";
import { type NextEventRow, selectNextEvents } from "./event-queries.ts";
import { type FormerName, type SecurityRow, selectSymbolChanges } from "./queries.ts";
import { findSecurity, type SentName, securitiesSeen } from "./reads.ts";
import type { Security } from "./schema.ts";
import { securityViewerOf } from "./visibility-queries.ts";

/** Returns a security; 404 where it is not in sight, as where there is none. */
export async function readSecurity(ctx: Context, named: SentName): Promise<Security> {
  const { db, now } = ctx;
  const row = await visibleSecurity(ctx, named);
  const [calendar, changes, events] = await Promise.all([
    selectCalendar(db),
    selectSymbolChanges(db, row.id),
    selectNextEvents(db, securityViewerOf(ctx.caller), row.id),
  ]);
  const others = changes.map(({ from, into }) => (from === row.id ? into : from));
  const seen = await securitiesSeen(db, ctx.caller, others);
  const other = (id: Id, on: (typeof changes)[number]["on"]) =>
    seen.has(id) ? [{ id, date: encodeDay(on) }] : [];
  const today = newYorkDay(now);
  const successors = changes.filter(({ from }) => from === row.id);
  return {
    ...encodeKnown(row, { calendar, today }),
    quotationFactor: fixed(row.quotationFactor, 6),
    settlementPeriod: String(
      calendar.settlementDays(today, {
        instrumentType: row.instrumentType,
        settlementPeriod: row.ownSettlementPeriod,
      }),
    ),
    windowBuyable: false,
    directBuyable: false,
    formerSymbols: row.formerSymbols.map(encodeFormer),
    successor: successors.flatMap(({ into, on }) => other(into, on)).at(-1) ?? null,
    predecessors: changes
      .filter(({ into }) => into === row.id)
      .flatMap(({ from, on }) => other(from, on)),
    priceSource: row.priceSource,
    taxStatus: row.taxStatus,
    nextEvents: events.map(encodeNextEvent),
  };
}

/** The security that a request names, if the caller sees it; else 404. */
export async function visibleSecurity(
  { db, caller }: Pick<Context, "db" | "caller">,
  named: SentName,
): Promise<SecurityRow> {
  const row = await findSecurity(db, caller, named);
  if (row === undefined) throw notFound(securityErrors.notFound);
  return row;
}

function encodeNextEvent({ eventId, kind, status, ...days }: NextEventRow) {
  const day = (on: NextEventRow["exOn"]) => (on === null ? null : encodeDay(on));
  return {
    eventId,
    kind,
    status,
    exDate: day(days.exOn),
    effectiveDate: day(days.effectiveOn),
    payDate: day(days.payOn),
  };
}

function encodeFormer({ ticker, cusip, companyName, from, to }: FormerName) {
  return {
    ticker,
    cusip,
    companyName,
    from: from === null ? null : encodeDay(from),
    to: encodeDay(to),
  };
}
