// The statements on the security of an offer that is booked.

import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";
import { selectSecurityOf } from "../../../reference/securities/queries.ts";

/** A security as an offer describes it. */
export interface OfferedSecurity {
  readonly securityId: Id;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly name: string;
  readonly instrumentType: string;
  readonly issuingFirmOid: Id;
}

/** Stores a security unless there is one that has or had its ticker; returns the id of that which there is. */
export async function insertSecurityIfNew(tx: Tx, security: OfferedSecurity): Promise<Id> {
  const known = await selectSecurityOf(tx, security.ticker);
  if (known !== undefined) return known;
  await tx.execute(sql`
    insert into security
      (security_id, ticker, cusip, name, instrument_type, issuing_firm_oid)
    values (${security.securityId}, ${security.ticker}, ${security.cusip}, ${security.name},
      ${security.instrumentType}, ${security.issuingFirmOid})
    on conflict do nothing`);
  return (await selectSecurityOf(tx, security.ticker)) ?? security.securityId;
}
