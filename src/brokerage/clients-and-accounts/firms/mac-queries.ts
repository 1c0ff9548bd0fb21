// The columns of a firm's row that its MAC covers.
import type { MacTable } from "../../../platform/keys/row-mac.ts";
import { part } from "../../../platform/store/db.ts";

/** Firms: what a firm is decides what its callers see and do. */
export const firmMacTable: MacTable = {
  table: "firm",
  key: "firm_oid",
  columns: ["kind", "partner_code", "program_oids"],
  fields: part`array[firm.firm_oid::text, firm.kind, firm.partner_code, firm.program_oids::text,
    firm.version::text]`,
};
