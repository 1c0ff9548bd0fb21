// The firm of an account's records, for a load that is confined to one firm.
import type { OfFirm } from "../../../platform/bulk/load-kind.ts";

/** The firm of the account that `accountNumber` names. */
export const firmOfAccount: OfFirm = {
  field: "accountNumber",
  through: { table: "account", column: "account_number", firm: "firm_oid" },
};
