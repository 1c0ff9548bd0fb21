// The content of the audit entries of average basis.

import { entryDay, entryId, entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";
import { electionCodes } from "./schema.ts";

/** An election, its revocation or its end, and the transaction that it was booked as. */
export const setAverageBasisEntry = entryShape("setAverageBasis", {
  subject: ofAccount,
  detail: Type.Object({
    transactionIds: Type.Array(entryId, { minItems: 1, maxItems: 1 }),
    securityId: entryId,
    election: Type.String({ enum: [...electionCodes] }),
    planSince: nullable(entryDay),
  }),
});
