// What the audit entries of members say; never a tax id.
import Type from "typebox";
import { entryId, entryShape, ofAccount, ofMember } from "../../platform/change/audit-entry.ts";
import { Exclusion } from "../accounts/reads.ts";
import { Member } from "./schema.ts";

/** Whether the address is one by which its person may be recognized. */
const signInAddress = Type.Union([Type.Literal("sealed"), Type.Null()]);

/** A member that was added, as it is answered. */
export const createMemberEntry = entryShape("createMember", {
  subject: ofMember,
  after: Type.Object({
    ...Type.Omit(Member, ["tid"]).properties,
    signInAddress: Type.Optional(signInAddress),
  }),
});

const changed = Type.Partial(
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
  before: changed,
  after: changed,
  detail: Type.Optional(Type.Object({ itemCreated: entryId })),
});
