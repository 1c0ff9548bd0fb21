// The statements of loading firms, over what the load has noted of them.

import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";

/** The member that represents a firm since this load. */
export interface NewRepresentative {
  readonly firmOid: Id;
  readonly loginId: string;
  readonly line: number;
}

/** The firms that a load has given another representative, by the line of the file. */
export async function selectNewRepresentatives(tx: Tx): Promise<NewRepresentative[]> {
  return tx.rows(sql<NewRepresentative>`
    select after ->> 'firmOid' as "firmOid", after ->> 'representativeLoginId' as "loginId",
      line::integer as line
    from load_change
    where kind = 'firms' and not is_new
      and after ->> 'representativeLoginId' <> before ->> 'representativeLoginId'
    order by load_change.line`);
}

/** The firms that a load has added or changed whose representative is no client of the firm that manages
 * them, by the line of the file. */
export async function selectForeignRepresentatives(tx: Tx): Promise<{ line: number }[]> {
  return tx.rows(sql<{ line: number }>`
    select distinct line::integer as line
    from load_change
      join firm on firm.firm_oid = (load_change.after ->> 'firmOid')::bigint
      join member on member.login_id = firm.representative_login_id
    where load_change.kind = 'firms'
      and (member.firm_oid <> firm.managing_firm_oid or member.membership_type <> 'client')
    order by 1`);
}
