// Events of fee runs, whose subject is the firm, and of fees, whose subject is the account.

import { entryId } from "../../../platform/change/audit-entry.ts";
import { eventShape } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";
import type { FeeRunStatus } from "./life-cycle.ts";

const data = { feeRunOid: entryId, runStatus: Type.String() };

/** A run was created, and is being computed. */
export const feeRunCreated = eventShape("feerun.created", data);
/** The run can be looked at. */
export const feeRunPreviewed = eventShape("feerun.previewed", data);
/** The run was approved. */
export const feeRunApproved = eventShape("feerun.approved", data);
/** The run ended without a fee. */
export const feeRunDiscarded = eventShape("feerun.discarded", data);
/** Every item is posted or due. */
export const feeRunPosted = eventShape("feerun.posted", data);
/** Every fee came back. */
export const feeRunReversed = eventShape("feerun.reversed", data);

/** The event of a status that a run has got, where that has one. */
export const eventOfRun: Partial<Record<FeeRunStatus, typeof feeRunCreated>> = {
  PREVIEW: feeRunPreviewed,
  APPROVED: feeRunApproved,
  DISCARDED: feeRunDiscarded,
  POSTED: feeRunPosted,
  REVERSED: feeRunReversed,
};

// A fee that no run has billed has no run.
const ofFee = { feeRunOid: Type.Optional(entryId), transactionIds: Type.Array(entryId) };

/** A fee was booked. */
export const feePosted = eventShape("fee.posted", ofFee);
/** A fee is due, or a part of it. */
export const feeDue = eventShape("fee.due", ofFee);
/** The amount that was due is not collected any more. */
export const feeWrittenOff = eventShape("fee.writtenoff", ofFee);
/** A fee came back, or a part of it. */
export const feeRefunded = eventShape("fee.refunded", ofFee);
