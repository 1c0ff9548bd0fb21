// Comparing a line with what it would be by facts that came later. (docs/corporate-events.md)
import { isDeepStrictEqual } from "node:util";
import type { Decimal } from "@bursar/values/decimal";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { selectFactsVersion } from "../../books/transactions/reads.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import type { Announced } from "./announced.ts";
import { lineOf, noEntitlement, revisedLine } from "./entitled-lines.ts";
import { compareCorporateEventLineEntry } from "./entries.ts";
import { entitlementDiffers } from "./events.ts";
import {
  type DueLine,
  type LineRow,
  lockLine,
  selectLine,
  selectTaken,
  storeLines,
} from "./line-queries.ts";
import { selectEvent } from "./queries.ts";

/** Brings a line that is not booked yet to the facts of its account; marks one that is posted and would be another, or
 * takes the mark away; gives one to an account that later facts entitle. Returns whether facts had changed. */
export async function compareCorporateEventLine(
  ctx: WriteContext,
  { accountNumber, eventId }: DueLine,
): Promise<boolean> {
  return write(ctx, compareCorporateEventLineEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    // Other terms of the event bring its lines along: where they come first, both are read behind them.
    lockLine(tx, accountNumber, eventId);
    const [line, event, version] = await Promise.all([
      selectLine(tx, accountNumber, eventId),
      selectEvent(tx, eventId),
      selectFactsVersion(tx, accountNumber),
    ]);
    const fresh = event && (await lineOf(tx, event, accountNumber));
    if (event === undefined || fresh === undefined || version === line?.factsVersion) {
      return { value: false, audit: [] };
    }
    const is = await comparedLine(tx, event, line, { ...fresh, factsVersion: version });
    storeLines(tx, [is]);
    const { differs, transactionIds } = is;
    const differing = entitlementDiffers({ eventId, transactionIds: [...transactionIds] });
    const note = {
      subject: accountNumber,
      after: { eventId, differs: differs !== null },
      events: differs === null ? [] : [differing],
    };
    return { value: true, audit: [note] };
  });
}

async function comparedLine(
  tx: Tx,
  event: Announced,
  line: LineRow | undefined,
  fresh: LineRow,
): Promise<LineRow> {
  if (event.status === "ENTITLED") return revisedLine(event, line, fresh);
  if (line === undefined) return lateLine(fresh);
  const taken = await selectTaken(tx, line.accountNumber, line.transactionIds);
  const isWhole = taken.every(({ takenBackBy }) => takenBackBy === null);
  const isSame = isWhole && isAlike(line, fresh);
  return {
    ...line,
    factsVersion: fresh.factsVersion,
    differs: isSame ? null : fresh.entitlement,
  };
}

/** Whether a line books the same; that nothing is due may be said in several ways. */
function isAlike(line: LineRow, { entitlement }: LineRow): boolean {
  const isNothing = line.transactionIds.length === 0 && entitlement.rows.length === 0;
  return isNothing || isDeepStrictEqual(entitlement, line.entitlement);
}

/** The line of an account that is entitled after the event was posted: what would be due is left to the operator. */
function lateLine(fresh: LineRow): LineRow {
  if (fresh.status !== "DUE") return fresh;
  const nothing = {
    status: "NONE",
    shares: "0.00000" as Decimal,
    entitlement: noEntitlement,
  } as const;
  return { ...fresh, ...nothing, differs: fresh.entitlement };
}
