// The papers of a run for members who get paper: `bursar documents print`. (docs/documents.md)
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { printDocumentsEntry } from "./entries.ts";
import type { PaperToPrint } from "./papers-to-print.ts";
import { insertDeliveries } from "./queries.ts";

/** Notes that papers were handed over, each owner's in a transaction with its audit entry; those that were
 * noted before are left as they are. Returns how many were noted. */
export async function printDocuments(
  ctx: WriteContext,
  runOid: Id,
  papers: readonly PaperToPrint[],
): Promise<number> {
  let count = 0;
  for (const [subject, ofOwner] of Map.groupBy(papers, (paper) => paper.subject)) {
    const sent = ofOwner.flatMap(({ documentOid, recipients }) =>
      recipients.map(({ loginId }) => ({ documentOid, loginId })),
    );
    const noted = await write(ctx, printDocumentsEntry, async (tx) => {
      const handedOver = await insertDeliveries(tx, { subject, runOid, at: ctx.now }, sent);
      const detail = { runOid, handedOver };
      const audit = handedOver.length === 0 ? [] : [{ subject, detail }];
      return { value: String(handedOver.length), audit };
    });
    count += Number.parseInt(noted, 10);
  }
  return count;
}
