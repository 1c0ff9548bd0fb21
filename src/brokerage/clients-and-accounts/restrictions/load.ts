// How restrictions are loaded.
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import { firmOfAccount } from "../accounts/reads.ts";
import { restrictionErrors } from "./errors.ts";
import { RestrictionRecord } from "./schema.ts";

/** The file `restrictions`. */
export const restrictionKind = loadKind({
  name: "restrictions",
  about: "Restrictions on accounts. One that was lifted stays lifted when it is loaded again.",
  columns: RestrictionRecord,
  table: "restriction",
  ofFirm: firmOfAccount,
  key: ["accountNumber", "accountRestrictionId"],
  fields: {
    accountRestrictionId: "restriction_id",
    "reason.code": "reason_code",
    "type.code": "type_code",
    creationTs: "created_at",
  },
  references: [{ fields: ["accountNumber"], table: "account", columns: ["account_number"] }],
  constraints: {
    restriction_in_force_key: {
      column: "reason.code",
      reason: restrictionErrors.alreadyInForce.sentence,
    },
  },
  subject: ({ accountNumber }) => accountNumber,
  example: [
    "accountNumber,accountRestrictionId,reason.code,type.code,inceptionInfo,creationTs",
    "RA1234ABCD,4001,021,SO,Court order,2026-02-12T10:30:00-05:00",
  ].join("\n"),
});
