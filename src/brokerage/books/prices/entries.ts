// The content of the audit entries of closing prices.

import {
  entryDay,
  entryDecimal,
  entryId,
  entryShape,
  ofAccount,
  ofSecurity,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

/** A close before and after, on the chains of the security and of each account whose books follow. */
export const setPriceEntry = entryShape("setPrice", {
  subject: Type.Union([ofSecurity, ofAccount]),
  before: Type.Object({ close: nullable(entryDecimal) }),
  after: Type.Object({ close: entryDecimal }),
  detail: Type.Object({ securityId: entryId, date: entryDay }),
});
