// Answering an invitation to take part in an offer. (interface 3)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { participationCode } from "../../../reference/codes.ts";
import { mayMove } from "../../../values/life-cycle.ts";
import { type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import {
  changedOffer,
  eventsOfParticipants,
  lockOfferForCaller,
  mayUseOffer,
  storeOffer,
} from "../offers/changes.ts";
import {
  type OfferRow,
  offerErrors,
  type Participant,
  type Participation,
  participationLifeCycle,
} from "../offers/reads.ts";
import { firmsWithOpenOrders } from "../private-placement-orders/reads.ts";
import { updateParticipationEntry } from "./entries.ts";

/** Approves or declines as the caller's firm, which the offer must name. */
export async function updateParticipation(
  ctx: Context,
  offerOid: string,
  { participatingFirmStatus: status }: Participation,
): Promise<void> {
  await write(ctx, updateParticipationEntry, async (tx) => {
    const stored = await lockOfferForCaller(tx, ctx.caller, offerOid, mayUseOffer);
    const own = stored.participatingFirms.find(
      (firm) => firm.participatingFirmId === ctx.caller.firm.partnerCode,
    );
    const investing = await firmsWithOpenOrders(tx, stored.offerOid);
    const hasOrders = investing.some(({ firmOid }) => firmOid === ctx.caller.firm.oid);
    refuseFor(problemsWith(own, { status, hasOrders }));

    const isChange = own?.participatingFirmStatus !== status;
    const after = isChange ? withStatus(ctx, stored, status) : stored;
    if (isChange) storeOffer(tx, stored, after);
    const note = {
      subject: `offer:${offerOid}`,
      before: recorded(stored),
      after: recorded(after),
      events: eventsOfParticipants(stored, after),
    };
    return { value: null, audit: [note] };
  });
}

function problemsWith(
  own: Participant | undefined,
  { status, hasOrders }: { readonly status: string; readonly hasOrders: boolean },
): Problem[] {
  const from = own?.participatingFirmStatus;
  const mayStep =
    from === status ||
    (from !== undefined &&
      mayMove(participationLifeCycle, {
        from: from as "P",
        to: status as "A",
        by: "institutional",
        through: "updateParticipation",
      }));
  if (!mayStep) return [ruleProblem(offerErrors.participation)];
  const isLeaving = from === participationCode.approved && status === participationCode.declined;
  return isLeaving && hasOrders ? [ruleProblem(offerErrors.participationOrders)] : [];
}

function withStatus({ caller, now }: Context, stored: OfferRow, status: string): OfferRow {
  const participatingFirms = stored.participatingFirms.map((firm) =>
    firm.participatingFirmId === caller.firm.partnerCode
      ? { ...firm, participatingFirmStatus: status }
      : firm,
  );
  return changedOffer(stored, { participatingFirms }, now);
}

function recorded({ participatingFirms, modifiedAt }: OfferRow) {
  return { participatingFirms, modifiedAt };
}
