// Comparing a booked line with what it would be by facts that came later. (docs/corporate-events.md)
import { isDeepStrictEqual } from "node:util";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { selectFactsVersion } from "../../books/transactions/reads.ts";
import { lockAccount } from "../../clients-and-accounts/accounts/changes.ts";
import { lineOf } from "./entitled-lines.ts";
import { compareCorporateEventLineEntry } from "./entries.ts";
import { entitlementDiffers } from "./events.ts";
import { type DueLine, type LineRow, selectLine, selectTaken, storeLines } from "./line-queries.ts";
import { selectEvent } from "./queries.ts";

/** Marks a line that would be another, or takes the mark away; returns whether its facts had changed. */
export async function compareCorporateEventLine(
  ctx: WriteContext,
  { accountNumber, eventId }: DueLine,
): Promise<boolean> {
  return write(ctx, compareCorporateEventLineEntry, async (tx) => {
    lockAccount(tx, accountNumber);
    const line = await selectLine(tx, accountNumber, eventId);
    const event = await selectEvent(tx, eventId);
    const version = await selectFactsVersion(tx, accountNumber);
    if (line === undefined || event === undefined || version === line.factsVersion) {
      return { value: false, audit: [] };
    }
    const fresh = await lineOf(tx, event, accountNumber);
    const taken = await selectTaken(tx, accountNumber, line.transactionIds);
    const isWhole = taken.every(({ takenBackBy }) => takenBackBy === null);
    const isSame =
      fresh === undefined || (isDeepStrictEqual(fresh.entitlement, line.entitlement) && isWhole);
    const differs = isSame ? null : fresh.entitlement;
    const is: LineRow = { ...line, factsVersion: version, differs };
    storeLines(tx, [is]);
    const note = {
      subject: accountNumber,
      after: { eventId, differs: differs !== null },
      events:
        differs === null
          ? []
          : [entitlementDiffers({ eventId, transactionIds: [...line.transactionIds] })],
    };
    return { value: true, audit: [note] };
  });
}
