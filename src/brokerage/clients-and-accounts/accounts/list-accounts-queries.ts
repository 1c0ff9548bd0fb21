// The statements that list accounts.

import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { selectNumbersOfClients, type Viewer } from "./queries.ts";

/** An account as lists show it. */
export interface ListedAccountRow {
  readonly number: AccountNumber;
  readonly accountName: string;
  readonly accountType: string;
  readonly billingPlanOid: Id | null;
  readonly owners: string[];
  readonly restricted: boolean;
}

/** The start and the size of a page of the list. */
export interface Page {
  readonly after: string;
  /** Null for all that follows; else one more is selected. */
  readonly limit: Decimal | null;
}

const listedColumns = part`
  account_number as "number", account_name as "accountName", account_type as "accountType",
  billing_plan_oid as "billingPlanOid",
  array(select login_id from account_owner as o
    where o.account_number = account.account_number order by position) as owners,
  exists (select from restriction as r where r.account_number = account.account_number
    and r.lifted_at is null) as restricted`;

/** The accounts that a viewer sees and that each of its logins owns, has opened or is permitted on, by
 * number. */
export async function selectListedAccounts(
  db: Reader,
  viewer: Viewer & { readonly isIssuer: boolean },
  { after, limit }: Page,
): Promise<ListedAccountRow[]> {
  const { firmOid, loginIds, isIssuer } = viewer;
  const isOfFirm = loginIds.length === 0;
  // One statement walks the accounts of a firm, one gathers the few of an issuer, and one those of
  // clients.
  if (isIssuer && isOfFirm) {
    return db.rows(sql<ListedAccountRow>`
      select ${listedColumns} from account
      where account_number > ${after} and (firm_oid = ${firmOid} or client_firm_oid = ${firmOid})
      order by account_number limit ${limit}::integer + 1`);
  }
  if (isOfFirm) {
    return db.rows(sql<ListedAccountRow>`
      select ${listedColumns} from account
      where account_number > ${after} and firm_oid = coalesce(${firmOid}::bigint, firm_oid)
      order by account_number limit ${limit}::integer + 1`);
  }
  const numbers = await selectNumbersOfClients(db, viewer);
  return db.rows(sql<ListedAccountRow>`
    select ${listedColumns} from account
    where account_number > ${after} and account_number = any(${numbers}::text[])
    order by account_number limit ${limit}::integer + 1`);
}

/** Some accounts as lists show them. */
export async function selectListedOf(
  db: Reader,
  numbers: readonly string[],
): Promise<ListedAccountRow[]> {
  return db.rows(sql<ListedAccountRow>`
    select ${listedColumns} from account where account_number = any(${numbers}::text[])`);
}
