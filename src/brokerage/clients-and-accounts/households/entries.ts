// The content of the audit entries of households, in the chain of the firm.

import { entryDay, entryId, entryShape, ofFirm } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const Stored = Type.Object({
  householdOid: entryId,
  name: Type.String(),
  accounts: Type.Array(
    Type.Object({ accountNumber: Type.String(), from: entryDay, to: nullable(entryDay) }),
  ),
});

/** A household that was formed. */
export const createHouseholdEntry = entryShape("createHousehold", {
  subject: ofFirm,
  after: Type.Object({ household: Stored }),
});

/** A household before and after. */
export const updateHouseholdEntry = entryShape("updateHousehold", {
  subject: ofFirm,
  before: Type.Object({ household: Stored }),
  after: Type.Object({ household: Stored }),
});
