// The content of the audit entries of updated members and firms; never a tax id.

import {
  entryId,
  entryShape,
  ofAccount,
  ofFirm,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { Exclusion } from "../accounts/reads.ts";
import { Firm } from "../firms/reads.ts";
import { Member, signInAddress } from "../members/reads.ts";

const ChangedMember = Type.Partial(
  Type.Object({
    ...Type.Omit(Member, ["tid"]).properties,
    securityExclusions: Type.Array(Exclusion),
    signInAddress,
  }),
);

/** The fields that were changed, before and after; for an account that the member owns, the
 * securities that it excludes and the item to confirm the address. */
export const updateMemberEntry = entryShape("updateMember", {
  subject: Type.Union([ofMember, ofAccount]),
  before: ChangedMember,
  after: ChangedMember,
  detail: Type.Optional(Type.Object({ itemCreated: entryId })),
});

const ChangedFirm = Type.Partial(
  Type.Object({
    ...Type.Omit(Firm, ["firmTaxId"]).properties,
    owners: Type.Array(Type.String()),
    securityExclusions: Type.Array(Exclusion),
  }),
);

/** The fields that were changed, before and after; for an account of the firm, whose first owner is
 * its representative, the owners, the securities that it excludes and the item to sign. */
export const updateFirmEntry = entryShape("updateFirm", {
  subject: Type.Union([ofFirm, ofAccount]),
  before: ChangedFirm,
  after: ChangedFirm,
  detail: Type.Optional(Type.Object({ itemCreated: entryId })),
});
