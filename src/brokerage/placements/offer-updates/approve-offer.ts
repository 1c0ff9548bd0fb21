// Giving an offer all that it lacks for its publication, and publishing it. (interface 4.22)

import { newYorkDay } from "@bursar/values/dates";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { within } from "../../../platform/change/within.ts";
import { write } from "../../../platform/change/write.ts";
import { forbidden } from "../../../values/problem.ts";
import { putUnderContract } from "../../clients-and-accounts/profiles/changes.ts";
import {
  addOfferDocument,
  lockIssuer,
  selectLatestDocuments,
  selectOfferToApprove,
  setOfferApproval,
} from "../offers/changes.ts";
import { approveOfferEntry } from "./entries.ts";
import { updateOffer } from "./update-offer.ts";

const agreement =
  "Subscription agreement of a sandbox.\n\nIt stands for the issuer's own and binds nobody.\n";

/** Puts the issuer under contract, approves the security, adds a document to sign where there is
 * none, and publishes the offer. Each is done by the ordinary operation, all in one transaction.
 * Records that exist already stay. */
export async function approveOffer(ctx: Context, offerOid: string): Promise<void> {
  if (!isId(offerOid)) throw forbidden();
  const today = newYorkDay(ctx.now);
  await write(ctx, approveOfferEntry, async (tx) => {
    const named = await selectOfferToApprove(tx, offerOid, today);
    if (named === undefined) throw forbidden();
    const { issuingFirmOid, ticker } = named;
    // The issuer is locked before its offer; of two requests the second finds what the first made.
    await lockIssuer(tx, { firmOid: issuingFirmOid, ticker });
    const [offer = named, documents] = await Promise.all([
      selectOfferToApprove(tx, offerOid, today),
      selectLatestDocuments(tx, offerOid),
    ]);

    const own = within(ctx, tx);
    if (!offer.isUnderContract) await putUnderContract(own, issuingFirmOid);
    if (!offer.isApproved) await setOfferApproval(own, issuingFirmOid, { ticker, approved: true });
    if (!documents.some(({ required, signable }) => required && signable)) {
      await addOfferDocument(own, issuingFirmOid, {
        ticker,
        version: "1.0",
        name: "Subscription-Agreement.txt",
        title: "Subscription agreement",
        required: true,
        signable: true,
        documentData: Buffer.from(agreement),
      });
    }
    await updateOffer(own, offerOid, { published: true });
    return { value: null, audit: [] };
  });
}
