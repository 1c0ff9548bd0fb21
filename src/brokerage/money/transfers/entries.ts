// The content of the audit entries of transfers.

import {
  entryCount,
  entryDecimal,
  entryInstant,
  entryShape,
  ofAccount,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

const Stock = Type.Object({
  ticker: Type.String(),
  description: nullableText(),
  amount: nullable(entryDecimal),
});

/** A transfer that was asked for; of its signatures only the hashes. A null amount is everything. */
export const createTransferEntry = entryShape("createTransfer", {
  subject: ofAccount,
  after: Type.Object({
    transfer: Type.Object({
      acatid: Type.String(),
      loginId: Type.String(),
      transferType: Type.String(),
      status: Type.String(),
      contraFirmName: Type.String(),
      dtcNumber: nullableText(),
      contraAccountNumber: Type.String(),
      stocks: Type.Array(Stock),
      cashAmount: nullable(entryDecimal),
      transferAllCash: Type.Boolean(),
      rothFiveYear: nullable(entryCount),
      creationTS: entryInstant,
    }),
    signatures: Type.Array(
      Type.Object({
        loginId: Type.String(),
        size: entryCount,
        sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      }),
    ),
  }),
});

const Status = Type.Object({
  acatid: Type.String(),
  status: Type.String(),
  comment: nullableText(),
});

/** A transfer that moved on or was commented. */
export const updateTransferEntry = entryShape("updateTransfer", {
  subject: ofAccount,
  before: Status,
  after: Status,
  detail: Type.Object({ reasonCode: nullableText() }),
});
