// The content of the audit entries of verified accreditation.

import {
  entryDay,
  entryInstant,
  entryShape,
  ofMember,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

/** The state before, and what was recorded. */
export const recordAccreditationEntry = entryShape("recordAccreditation", {
  subject: ofMember,
  before: Type.Object({ state: Type.String() }),
  after: Type.Object({
    level: Type.String(),
    expiresOn: nullable(entryDay),
    subLevel: Type.String(),
    subLevelExpiresOn: nullable(entryDay),
    method: Type.String(),
    note: nullableText(),
    verifiedAt: entryInstant,
  }),
});
