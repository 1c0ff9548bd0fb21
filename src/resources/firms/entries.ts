// What the audit entries of firms say; never a tax id.
import Type from "typebox";
import { entryId, entryShape, ofAccount, ofFirm } from "../../platform/change/audit-entry.ts";
import { Exclusion } from "../accounts/reads.ts";
import { Firm } from "./schema.ts";

const Shown = Type.Omit(Firm, ["firmTaxId"]);

/** A firm that was added, as it is answered. */
export const createFirmEntry = entryShape("createFirm", { subject: ofFirm, after: Shown });

const Changed = Type.Partial(
  Type.Object({
    ...Shown.properties,
    owners: Type.Array(Type.String()),
    securityExclusions: Type.Array(Exclusion),
  }),
);

/** The fields that were changed, before and after; for an account of the firm, whose first owner is
 * its representative, the owners, the securities that it excludes and the item to sign. */
export const updateFirmEntry = entryShape("updateFirm", {
  subject: Type.Union([ofFirm, ofAccount]),
  before: Changed,
  after: Changed,
  detail: Type.Optional(Type.Object({ itemCreated: entryId })),
});
