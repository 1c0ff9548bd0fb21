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
