// Listing the documents of an offer that an investor must or may view. (interface 2.4, 4.5)
import type { Context } from "../../../platform/change/context.ts";
import { forbidden } from "../../../values/problem.ts";
import { selectLatestDocuments } from "./queries.ts";
import type { OfferDocument } from "./schema.ts";

/** Returns the latest version of each document, for the associated member; 403 without one. */
export async function listOfferDocuments(
  { db, caller }: Context,
  offerOid: string,
): Promise<OfferDocument[]> {
  const viewer = caller.actingFor;
  if (viewer === undefined) throw forbidden();
  const documents = await selectLatestDocuments(db, offerOid);
  return documents.map((document) => ({
    ...document,
    loginIdViewing: viewer.loginId,
    viewed: false,
  }));
}
