// The content of the audit entries of booked tax lots.

import { entryShape, ofAccount } from "../../../../platform/change/audit-entry.ts";
import { Type } from "../../../../values/type.ts";
import { optional } from "../../../../values/wire.ts";
import { ReportedTaxLots } from "../schema.ts";

const Version = Type.Object({
  taxYear: Type.String({ pattern: "^\\d{4}$" }),
  version: Type.Integer({ minimum: 0 }),
  lots: ReportedTaxLots,
});

/** A year that was reported: its version with all lots, and the one before it, if there is one. */
export const reportTaxYearEntry = entryShape("reportTaxYear", {
  subject: ofAccount,
  before: optional(Version),
  after: Version,
});
