// Listing what the operator has approved of an issuer. (interface 2.3)

import { encodeDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import type { ApprovedOffer } from "./approval-schema.ts";
import { selectApprovals } from "./document-queries.ts";

/** The approvals of a firm's securities, by ticker. */
export async function listOfferApprovals(
  { db }: Context,
  firmOid: string,
): Promise<ApprovedOffer[]> {
  const approvals = await selectApprovals(db, firmOid);
  return approvals.map(({ ticker, approvedOn, isUnderContract }) => ({
    ticker,
    approvalDate: encodeDay(approvedOn),
    underContract: isUnderContract,
  }));
}
