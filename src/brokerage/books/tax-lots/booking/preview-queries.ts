// The statement that reads what a trial sale needs besides the account's facts.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../../platform/store/db.ts";

/** An account's settings for sales, and a security; the latter is null where there is none. */
export interface SaleSettings {
  readonly accountType: string;
  readonly defaultTaxLotSelection: string;
  readonly shortTermTaxRate: Decimal | null;
  readonly longTermTaxRate: Decimal | null;
  /** Whether the account's lots were ever computed. */
  readonly isBooked: boolean;
  readonly ticker: string | null;
  readonly cusip: string | null;
}

/** The settings on which a sale of a security depends; undefined if there is no such account. */
export async function selectSaleSettings(
  db: Reader,
  accountNumber: string,
  securityId: Id,
): Promise<SaleSettings | undefined> {
  return db.first(sql<SaleSettings>`
    select account_type as "accountType", default_tax_lot_selection as "defaultTaxLotSelection",
      short_term_tax_rate as "shortTermTaxRate", long_term_tax_rate as "longTermTaxRate",
      lot_book.account_number is not null as "isBooked", security.ticker, security.cusip
    from account left join lot_book using (account_number)
      left join security on security_id = ${securityId}
    where account_number = ${accountNumber}`);
}
