// The content of the audit entries of reported forms.

import { entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { optional } from "../../../values/wire.ts";
import { incomeForms } from "./form-names.ts";
import { IncomeBoxes } from "./schema.ts";

const Forms = Type.Object({
  taxYear: Type.String({ pattern: "^\\d{4}$" }),
  forms: Type.Array(
    Type.Object({
      form: Type.String({ enum: [...incomeForms] }),
      version: Type.Integer({ minimum: 1 }),
      ...IncomeBoxes.properties,
    }),
    { minItems: 1, maxItems: incomeForms.length },
  ),
});

/** Forms of a year that were reported: each new version with its boxes and rows, and the one before it,
 * if there is one. */
export const reportTaxFormsEntry = entryShape("reportTaxForms", {
  subject: ofAccount,
  before: optional(Forms),
  after: Forms,
});
