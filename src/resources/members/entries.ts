// What the audit entries of members say; never a tax id.
import Type from "typebox";
import { entryId, entryShape, ofAccount, ofMember } from "../../platform/change/audit-entry.ts";
import { Exclusion } from "../accounts/reads.ts";
import { Member } from "./schema.ts";

/** A member that was added, as it is answered. */
export const createMemberEntry = entryShape("createMember", {
  subject: ofMember,
  after: Type.Omit(Member, ["tid"]),
});

const changed = Type.Partial(
  Type.Object({
    ...Type.Omit(Member, ["tid"]).properties,
    securityExclusions: Type.Array(Exclusion),
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
