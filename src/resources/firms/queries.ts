// Every statement on firms.
import { type Reader, type Statement, sql } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";

/** Whether the store holds any firm. */
export async function hasFirms(db: Reader): Promise<boolean> {
  const row = await db.first(sql<{ hasFirms: boolean }>`
    select exists (select from firm) as "hasFirms"`);
  return row?.hasFirms === true;
}

/** The statement that selects a row if the viewer is the firm or the operator. */
export function firmInView({ viewer, firmOid }: { viewer: Id; firmOid: Id }): Statement<unknown> {
  return sql`
    select from firm join firm as viewer on viewer.firm_oid = ${viewer}
    where firm.firm_oid = ${firmOid}
      and (viewer.kind = 'operator' or viewer.firm_oid = firm.firm_oid)`;
}
