// Lists the payments of announced events to an account: by its lines and, before these are there,
// by what it holds now.
import { encodeDay } from "@bursar/values/dates";
import type { AccountNumber } from "@bursar/values/ids";
import { textOf, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { StoredEntitlement } from "../entitlements/reads.ts";
import { type Announced, bookedOn, isPayout } from "./announced.ts";
import { lineOf } from "./entitled-lines.ts";
import { type LineRow, selectLinesOfAccount } from "./line-queries.ts";
import type { AccountEntitlement, EntitlementsQuery } from "./line-schema.ts";
import { selectEvents, selectUpcoming } from "./queries.ts";

/** The payouts of an account from announced to posted, those that are paid last first. */
export async function listEntitlements(
  { db }: Context,
  accountNumber: string,
  { from, to, status }: EntitlementsQuery,
): Promise<AccountEntitlement[]> {
  const number = accountNumber as AccountNumber;
  const lines = await selectLinesOfAccount(db, number);
  const events = await selectEvents(
    db,
    lines.map(({ eventId }) => eventId),
  );
  const known = new Map(events.map((event) => [event.eventId, event]));
  const upcoming = await selectUpcoming(db, number);
  const estimates = await Promise.all(
    upcoming.map(async (event) => [event, await lineOf(db, event, number)] as const),
  );
  const all = [
    ...lines.map((line) => [known.get(line.eventId), line, false] as const),
    ...estimates.map(([event, line]) => [event, line, true] as const),
  ];
  return all
    .flatMap(([event, line, isEstimated]) => {
      if (event === undefined || line === undefined || !isPayout(event.kind)) return [];
      if (event.status === "CANCELLED") return [];
      const day = bookedOn(event) ?? "";
      const isOutside = (from !== undefined && day < from) || (to !== undefined && day > to);
      const isOther = status !== undefined && (isEstimated || line.status !== status);
      return isOutside || isOther ? [] : [{ day, shown: encode(event, line, isEstimated) }];
    })
    .toSorted((a, b) => (a.day === b.day ? 0 : a.day > b.day ? -1 : 1))
    .map(({ shown }) => shown);
}

function encode(event: Announced, line: LineRow, isEstimated: boolean): AccountEntitlement {
  const { gross, withheld } = sumsOf(line.entitlement);
  return {
    eventId: event.eventId,
    kind: event.kind,
    securityId: event.securityId,
    exDate: event.exOn === null ? null : encodeDay(event.exOn),
    payDate: event.payOn === null ? null : encodeDay(event.payOn),
    shares: textOf(unitsOf(line.shares, 5), 5),
    gross: textOf(gross, 2),
    withheld: textOf(withheld, 2),
    net: textOf(gross - withheld, 2),
    status: isEstimated ? null : line.status,
    estimated: isEstimated,
  };
}

function sumsOf({ payments }: StoredEntitlement) {
  let gross = 0n;
  let withheld = 0n;
  for (const payment of payments) {
    gross += unitsOf(payment.gross, 2);
    withheld += unitsOf(payment.withheld, 2) + unitsOf(payment.foreign, 2);
  }
  return { gross, withheld };
}
