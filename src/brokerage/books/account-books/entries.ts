// The content of the audit entries of booked transactions.

import { entryId, entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";

/** Transactions that a request booked; their rows never change once they are stored. */
export const bookTransactionsEntry = entryShape("bookTransactions", {
  subject: ofAccount,
  detail: Type.Object({
    transactionIds: Type.Array(entryId, { minItems: 1, maxItems: 1_000 }),
    /** Folios whose performance is computed from now on. */
    foliosComputed: Type.Array(Type.String()),
    /** The items that inform members of money that was returned. */
    itemsCreated: Type.Optional(Type.Array(entryId)),
  }),
});
