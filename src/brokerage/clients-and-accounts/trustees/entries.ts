// The content of the audit entries of trustees.

import { entryShape, ofMember } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { Trustee } from "./schema.ts";

/** A trustee that was added, as it is returned. */
export const createTrusteeEntry = entryShape("createTrustee", {
  subject: ofMember,
  after: Trustee,
});

const Changed = Type.Partial(Type.Pick(Trustee, ["email1"]));

/** The email address before and after, where it changed. */
export const updateTrusteeEntry = entryShape("updateTrustee", {
  subject: ofMember,
  before: Changed,
  after: Changed,
});
