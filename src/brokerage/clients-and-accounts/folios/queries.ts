// SQL for folios and their settings; what they hold is in books/positions.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { FolioStatus } from "./life-cycle.ts";

/** A folio. */
export interface FolioRow {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioName: string;
  readonly folioType: string;
}

/** The settings of a folio that requests set. */
export interface FolioSettings {
  readonly folioName: string;
  readonly benchmark: string | null;
  readonly dividendReinvest: boolean;
  readonly dividendPayToAccount: boolean;
  readonly folioStatus: FolioStatus;
}

/** A folio with its settings. */
export type FolioDetailRow = FolioRow & FolioSettings;

/** The subscription of a folio to a model, null without one. */
export interface FolioSubscription {
  readonly modelOid: Id | null;
  readonly subscriptionType: string | null;
  readonly subscriptionStatus: string | null;
}

/** A folio as it is read by itself, with where its daily values come from. */
export interface ReadFolio extends FolioDetailRow, FolioSubscription {
  readonly performanceSource: string | null;
}

/** The folios of an account in order of number. */
export async function selectFolios(db: Reader, accountNumber: string): Promise<FolioRow[]> {
  return db.rows(sql<FolioRow>`
    select account_number as "accountNumber", folio_number as "folioNumber", name as "folioName",
      folio_type as "folioType"
    from folio where account_number = ${accountNumber} order by folio_number`);
}

/** A folio of an account, or undefined. */
export async function selectFolio(
  db: Reader,
  accountNumber: string,
  folioNumber: string,
): Promise<ReadFolio | undefined> {
  return db.first(sql<ReadFolio>`
    select f.account_number as "accountNumber", f.folio_number as "folioNumber",
      f.name as "folioName", f.folio_type as "folioType", benchmark,
      dividend_reinvest as "dividendReinvest", dividend_pay_to_account as "dividendPayToAccount",
      f.status as "folioStatus", s.model_oid as "modelOid",
      s.subscription_type as "subscriptionType", s.status as "subscriptionStatus",
      f.performance_source as "performanceSource"
    from folio as f left join model_subscription as s
      on s.account_number = f.account_number and s.folio_number = f.folio_number
    where f.account_number = ${accountNumber} and f.folio_number = ${folioNumber}`);
}

/** Whether a folio holds shares or cash. */
export async function selectHoldsAny(
  db: Reader,
  accountNumber: string,
  folioNumber: string,
): Promise<boolean> {
  const held = await db.first(sql<{ holdsAny: boolean }>`
    select exists (
        select from folio_position where account_number = ${accountNumber}
          and folio_number = ${folioNumber} and share_quantity <> 0)
      or exists (
        select from folio_cash where account_number = ${accountNumber}
          and folio_number = ${folioNumber} and amount <> 0) as "holdsAny"`);
  return held?.holdsAny === true;
}

/** Adds a folio. */
export function insertFolio(tx: Tx, folio: FolioDetailRow): void {
  tx.send(sql`
    insert into folio (account_number, folio_number, name, folio_type, benchmark,
      dividend_reinvest, dividend_pay_to_account, status)
    values (${folio.accountNumber}, ${folio.folioNumber}, ${folio.folioName}, ${folio.folioType},
      ${folio.benchmark}, ${folio.dividendReinvest}, ${folio.dividendPayToAccount},
      ${folio.folioStatus})`);
}

/** Changes the settings of a folio. */
export function updateFolioSettings(tx: Tx, folio: FolioDetailRow): void {
  tx.send(sql`
    update folio set name = ${folio.folioName}, benchmark = ${folio.benchmark},
      dividend_reinvest = ${folio.dividendReinvest},
      dividend_pay_to_account = ${folio.dividendPayToAccount}, status = ${folio.folioStatus}
    where account_number = ${folio.accountNumber} and folio_number = ${folio.folioNumber}`);
}
