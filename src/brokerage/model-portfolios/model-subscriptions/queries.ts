// SQL that reads and changes one folio's subscription to a model, and finds the folios behind it.

import type { Day } from "@bursar/values/dates";
import type { AccountNumber, FolioNumber, Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { tickerNow } from "../../../reference/securities/queries.ts";
import { type Target, targetsNow } from "../models/reads.ts";
import type { SubscriptionStatus } from "./life-cycle.ts";

/** The subscription of a folio. */
export interface SubscriptionRow {
  readonly modelOid: Id;
  /** The version of the model whose targets the folio has. */
  readonly version: number;
  readonly programOid: Id | null;
  readonly subscriptionType: "A" | "R" | "F" | "D";
  readonly exclusionRule: "A" | "N";
  readonly subscriptionStatus: SubscriptionStatus;
}

/** The subscription of a folio, or undefined. */
export async function selectSubscription(
  db: Reader,
  accountNumber: string,
  folioNumber: string,
): Promise<SubscriptionRow | undefined> {
  return db.first(sql<SubscriptionRow>`
    select model_oid as "modelOid", version, program_oid as "programOid",
      subscription_type as "subscriptionType", exclusion_rule as "exclusionRule",
      status as "subscriptionStatus"
    from model_subscription
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
}

/** The targets that a folio has adopted, with its rule of exclusion; undefined without a
 * subscription. */
export async function selectAdopted(
  db: Reader,
  accountNumber: string,
  folioNumber: string,
): Promise<(Pick<SubscriptionRow, "exclusionRule"> & { targets: readonly Target[] }) | undefined> {
  return db.first(sql<Pick<SubscriptionRow, "exclusionRule"> & { targets: readonly Target[] }>`
    select exclusion_rule as "exclusionRule", ${targetsNow} as targets
    from model_subscription join model_version using (model_oid, version)
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
}

/** The tickers that an account excludes on a day, as their securities have them now: on its own list, and for
 * its owners' companies. */
export async function selectExcludedTickers(
  db: Reader,
  accountNumber: string,
  day: Day,
): Promise<string[]> {
  const rows = await db.rows(sql<{ ticker: string }>`
    select ${tickerNow(part`value`)} as ticker from exclusion
    where account_number = ${accountNumber} and kind in ('SECURITY', 'OWNER')
      and (start_on is null or start_on <= ${day}::date)
      and (end_on is null or end_on >= ${day}::date)`);
  return rows.map(({ ticker }) => ticker);
}

/** Stores the subscription of a folio, the first or another. */
export function upsertSubscription(
  tx: Tx,
  folio: { readonly accountNumber: string; readonly folioNumber: string },
  row: SubscriptionRow,
): void {
  tx.send(sql`
    insert into model_subscription (account_number, folio_number, model_oid, version, program_oid,
      subscription_type, exclusion_rule, status)
    values (${folio.accountNumber}, ${folio.folioNumber}, ${row.modelOid}, ${row.version},
      ${row.programOid}, ${row.subscriptionType}, ${row.exclusionRule}, ${row.subscriptionStatus})
    on conflict (account_number, folio_number) do update set model_oid = excluded.model_oid,
      version = excluded.version, program_oid = excluded.program_oid,
      subscription_type = excluded.subscription_type, exclusion_rule = excluded.exclusion_rule,
      status = excluded.status`);
}

/** Removes the subscription of a folio. */
export function deleteSubscription(tx: Tx, accountNumber: string, folioNumber: string): void {
  tx.send(sql`
    delete from model_subscription
    where account_number = ${accountNumber} and folio_number = ${folioNumber}`);
}

/** A folio whose model has a newer version than it has adopted. */
export interface FollowingFolio {
  readonly accountNumber: AccountNumber;
  readonly folioNumber: FolioNumber;
}

/** The folios that have not adopted the newest version, and do not wait for that; by number. */
export async function selectFollowingFolios(db: Reader, most: number): Promise<FollowingFolio[]> {
  return db.rows(sql<FollowingFolio>`
    select account_number as "accountNumber", folio_number as "folioNumber"
    from model_subscription as s
      join (select model_oid, max(version) as version from model_version group by model_oid)
        as newest on newest.model_oid = s.model_oid
    where s.status = 'CURRENT' and s.version < newest.version
    order by account_number, folio_number limit ${most}`);
}
