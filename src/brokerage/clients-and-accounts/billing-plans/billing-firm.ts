// The firm whose billing is read: an issuer is not billed by plans.
import type { Context } from "../../../platform/change/context.ts";
import { refuseFor } from "../../../values/problem.ts";
import { type BillingFirm, selectBillingFirm } from "./queries.ts";

/** The firm of the path; refuses where it is a corporate one, which has no plans at all. */
export async function billingFirm({ db }: Context, firmOid: string): Promise<BillingFirm> {
  const firm = await selectBillingFirm(db, firmOid);
  if (firm.kind === "issuing") {
    const message = `Billing plans are not available for firm ${firmOid}.`;
    refuseFor([{ type: "UNSUPPORTED", field: "firmId", message }]);
  }
  return firm;
}
