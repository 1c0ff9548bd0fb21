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

// The same firms see the model as in `modelInView`.
const isSeenByFirm = part`
  model.published_status = 'P'
    and (model.firm_oid = firm.firm_oid or model.program_oids && firm.program_oids)`;

/** Whether the firm of an account sees a model. */
export async function selectIsModelSeen(
  db: Reader,
  accountNumber: string,
  modelOid: Id,
): Promise<boolean> {
  const seen = await db.first(sql`
    select from account join firm using (firm_oid), model
    where account.account_number = ${accountNumber} and model.model_oid = ${modelOid}
      and ${isSeenByFirm}`);
  return seen !== undefined;
}

/** The folios that have not adopted the newest version, do not wait for that, and whose firm sees the model:
 * an account may have gone to another firm, or its firm have left a program. By number. */
export async function selectFollowingFolios(db: Reader, most: number): Promise<FollowingFolio[]> {
  return db.rows(sql<FollowingFolio>`
    select s.account_number as "accountNumber", s.folio_number as "folioNumber"
    from model_subscription as s
      join (select model_oid, max(version) as version from model_version group by model_oid)
        as newest on newest.model_oid = s.model_oid
      join account on account.account_number = s.account_number
      join firm on firm.firm_oid = account.firm_oid
      join model on model.model_oid = s.model_oid
    where s.status = 'CURRENT' and s.version < newest.version and ${isSeenByFirm}
    order by s.account_number, s.folio_number limit ${most}`);
}
