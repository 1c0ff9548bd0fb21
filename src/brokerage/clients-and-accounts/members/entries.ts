// The content of the audit entries of members; never a tax id.

import { entryShape, ofMember } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { Member, signInAddress } from "./schema.ts";

/** A member that was added, as it is returned. */
export const createMemberEntry = entryShape("createMember", {
  subject: ofMember,
  after: Type.Object({
    ...Type.Omit(Member, ["tid"]).properties,
    signInAddress: Type.Optional(signInAddress),
  }),
});
