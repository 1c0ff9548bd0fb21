// Approving an issuer's security, or withdrawing the approval. (interface 2.3)

import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import type { OfferApproval } from "./approval-schema.ts";
import { lockIssuer, replaceApproval } from "./document-queries.ts";
import { setOfferApprovalEntry } from "./entries.ts";
import { offerErrors } from "./errors.ts";
import { offerApproved, offerDisapproved } from "./events.ts";

/** Approves a ticker from a day on, or withdraws its approval; what is published stays so. */
export async function setOfferApproval(
  ctx: Context,
  firmOid: string,
  { ticker, approved, approvalDate = newYorkDay(ctx.now) }: OfferApproval,
): Promise<void> {
  await write(ctx, setOfferApprovalEntry, async (tx) => {
    const of = { firmOid: firmOid as Id, ticker };
    const known = await lockIssuer(tx, of);
    refuseFor(known?.isIssuing ? [] : [ruleProblem(offerErrors.issuingFirm)]);

    const before = known?.approvedOn ?? null;
    const after = approved ? approvalDate : null;
    if (after !== before) replaceApproval(tx, of, after ?? undefined);
    const event = approved ? offerApproved : offerDisapproved;
    const note = {
      subject: `firm:${firmOid}`,
      before: { ticker, approvalDate: before },
      after: { ticker, approvalDate: after },
      events: after === before ? [] : [event({ ticker })],
    };
    return { value: null, audit: [note] };
  });
}
