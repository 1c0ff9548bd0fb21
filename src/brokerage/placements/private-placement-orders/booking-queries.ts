// The statements on the security of an offer that is booked.

import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";

/** A security as an offer describes it. */
export interface OfferedSecurity {
  readonly securityId: Id;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly name: string;
  readonly instrumentType: string;
  readonly issuingFirmOid: Id;
}

/** Stores a security unless there is one of its ticker; returns the id of that which there is. */
export async function insertSecurityIfNew(tx: Tx, security: OfferedSecurity): Promise<Id> {
  await tx.execute(sql`
    insert into security
      (security_id, ticker, cusip, name, instrument_type, issuing_firm_oid)
    values (${security.securityId}, ${security.ticker}, ${security.cusip}, ${security.name},
      ${security.instrumentType}, ${security.issuingFirmOid})
    on conflict do nothing`);
  const found = await tx.first(sql<{ securityId: Id }>`
    select security_id as "securityId" from security where upper(ticker) = upper(${security.ticker})`);
  return found?.securityId ?? security.securityId;
}
