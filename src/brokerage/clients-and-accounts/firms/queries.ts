// SQL that asks which firm a caller belongs to and which firms it sees.

import type { Id } from "@bursar/values/ids";
import type { CallerFirm } from "../../../platform/change/context.ts";
import type { MacRow } from "../../../platform/keys/row-mac.ts";
import { type Reader, type Statement, sql } from "../../../platform/store/db.ts";
import { callerFirm } from "../members/reads.ts";
import { firmMacTable } from "./mac-queries.ts";

/** Whether the store holds any firm. */
export async function hasFirms(db: Reader): Promise<boolean> {
  const row = await db.first(sql<{ hasFirms: boolean }>`
    select exists (select from firm) as "hasFirms"`);
  return row?.hasFirms === true;
}

/** The statement that selects a row if the viewer is the firm, manages it or is the operator. */
export function firmInView({ viewer, firmOid }: { viewer: Id; firmOid: Id }): Statement<unknown> {
  return sql`
    select from firm join firm as viewer on viewer.firm_oid = ${viewer}
    where firm.firm_oid = ${firmOid}
      and (viewer.kind = 'operator' or viewer.firm_oid in (firm.firm_oid, firm.managing_firm_oid))`;
}

/** A firm as far as it decides what its callers see, with its MAC. */
export interface CallerFirmRow extends MacRow {
  readonly firm: CallerFirm;
  /** Whether no later version of it ever got a MAC. */
  readonly isLast: boolean;
}

/** A firm by its id, or undefined. */
export async function selectCallerFirm(
  db: Reader,
  firmOid: Id,
): Promise<CallerFirmRow | undefined> {
  return db.first(sql<CallerFirmRow>`
    select ${callerFirm} as firm, ${firmMacTable.fields} as fields, firm.mac,
      not exists (
        select from sealed_version as later
        where table_name = 'firm' and row_key = firm.firm_oid
          and later.version > firm.version) as "isLast"
    from firm where firm_oid = ${firmOid}`);
}
