// The statements of what a page of activity needs of its days: their rows, and the cash of folios at their ends.
// (docs/activity.md)

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { isBehindEvents, onlyOf, type TransactionRow } from "../transactions/reads.ts";

/** A day of an account, as of a version of its facts. */
export interface AccountDay {
  readonly accountNumber: string;
  readonly on: Day;
  readonly version: string;
}

/** A row in force as far as it moves cash and shares: its other columns are left out. */
export interface DayRow extends TransactionRow {
  readonly quotationFactor: Decimal | null;
}

/** The columns of a transaction `t` that decide what it moves. */
export const movingColumns = part`
  t.account_number as "accountNumber", t.transaction_id as "transactionId",
  t.transaction_type as "transactionType", t.entry_order as "entryOrder", t.folio_number as "folioNumber",
  t.trade_on as "tradeOn", t.settlement_on as "settlementOn", t.ex_on as "exOn",
  t.security_id as "securityId", t.shares, t.price, t.fees, t.net_amount as "netAmount", t.amount,
  t.accrued_interest as "accruedInterest", t.federal_tax_withholding as "federalTaxWithholding",
  t.state_tax_withholding as "stateTaxWithholding",
  t.foreign_tax_withholding as "foreignTaxWithholding", t.lots, t.market_value as "marketValue",
  t.into_security_id as "intoSecurityId", t.ratio_new as "ratioNew", t.ratio_old as "ratioOld",
  t.cash_per_share as "cashPerShare", t.new_share_value as "newShareValue",
  coalesce(t.receiving_folio_number, t.to_folio_number) as "toFolioNumber",
  t.fee_paid_by as "feePaidBy", t.fee_kind as "feeKind"`;

/** The account's own rows in force of some days, each day's in the order of facts. */
export async function selectDayRows(db: Reader, days: readonly AccountDay[]): Promise<DayRow[]> {
  if (days.length === 0) return [];
  const numbers = days.map(({ accountNumber }) => accountNumber);
  const only = onlyOf(numbers);
  return db.rows(sql<DayRow>`
    select ${movingColumns}, s.quotation_factor as "quotationFactor"
    from unnest(${numbers}::text[], ${days.map(({ on }) => on)}::date[],
        ${days.map(({ version }) => version)}::bigint[]) as own (number, day, version)
      join account_transaction as t on t.account_number = own.number and t.trade_on = own.day
      left join security as s on s.security_id = t.security_id
    where (${only}::text is null or t.account_number = ${only}) and t.accepted_version <= own.version
      and not exists (select from account_transaction as taker
        where taker.account_number = t.account_number
          and (${only}::text is null or taker.account_number = ${only})
          and taker.takes_back = t.transaction_id and taker.accepted_version <= own.version)
    order by t.account_number, t.trade_on, ${isBehindEvents}, t.entry_order, t.transaction_id`);
}

/** A folio, and its cash at the end of a day by what is stored now; null where it never had any. */
export interface FolioEnd {
  readonly number: string;
  readonly name: string;
  readonly cash: Decimal | null;
}

/** The facts of a day other than its rows. */
export interface DayEnd {
  readonly accountNumber: string;
  readonly on: Day;
  readonly folios: readonly FolioEnd[];
  /** Whether the version that is shown is older than the present one. */
  readonly isOlder: boolean;
  /** Whether the account's rows until then were booked or taken back after the version that is shown, or the
   * cash of its days was never stored. */
  readonly isPast: boolean;
}

/** The facts of some days other than their rows. */
export async function selectDayEnds(db: Reader, days: readonly AccountDay[]): Promise<DayEnd[]> {
  const ofFolios = Map.groupBy(await selectFolioEnds(db, days), keyOf);
  const ends = days.map((day) => {
    const own = ofFolios.get(keyOf(day)) ?? [];
    const isOlder = own.some((folio) => folio.isOlder);
    const folios = own.map(({ number, name, cash }) => ({ number, name, cash }));
    return { ...day, folios, isOlder };
  });
  const inDoubt = ends.filter(
    ({ isOlder, folios }) => isOlder || folios.every(({ cash }) => cash === null),
  );
  const past = inDoubt.length === 0 ? new Set<string>() : await selectPastDays(db, inDoubt);
  return ends.map((end) => ({ ...end, isPast: past.has(keyOf(end)) }));
}

function keyOf({ accountNumber, on }: Pick<AccountDay, "accountNumber" | "on">): string {
  return `${accountNumber} ${on}`;
}

type FolioOfDay = FolioEnd & Pick<DayEnd, "accountNumber" | "on" | "isOlder">;

/** The folios of accounts at the ends of days, in one statement, so that cash and version belong together. */
async function selectFolioEnds(db: Reader, days: readonly AccountDay[]): Promise<FolioOfDay[]> {
  const numbers = days.map(({ accountNumber }) => accountNumber);
  const only = onlyOf(numbers);
  return db.rows(sql<FolioOfDay>`
    select folio.account_number as "accountNumber", own.day as "on", folio.folio_number as "number",
      folio.name, (
        select d.amount from folio_cash_day as d
        where d.account_number = folio.account_number and d.folio_number = folio.folio_number
          and (${only}::text is null or d.account_number = ${only}) and d.changed_on <= own.day
        order by d.changed_on desc limit 1) as cash,
      coalesce(own.version < f.version, false) as "isOlder"
    from unnest(${numbers}::text[], ${days.map(({ on }) => on)}::date[],
        ${days.map(({ version }) => version)}::bigint[]) as own (number, day, version)
      join folio on folio.account_number = own.number
        and (${only}::text is null or folio.account_number = ${only})
      left join account_facts as f on f.account_number = folio.account_number
        and (${only}::text is null or f.account_number = ${only})
    where folio.account_number = any(${numbers}::text[])`);
}

/** The days, among some, until which the account's rows were booked or taken back after the version
 * that is shown, or of whose account no cash was ever stored. */
async function selectPastDays(
  db: Reader,
  days: readonly AccountDay[],
): Promise<ReadonlySet<string>> {
  const numbers = days.map(({ accountNumber }) => accountNumber);
  const only = onlyOf(numbers);
  const rows = await db.rows(sql<Pick<AccountDay, "accountNumber" | "on">>`
    select own.number as "accountNumber", own.day as "on"
    from unnest(${numbers}::text[], ${days.map(({ on }) => on)}::date[],
        ${days.map(({ version }) => version)}::bigint[]) as own (number, day, version)
      join account on account.account_number = own.number
    where account.account_number = any(${numbers}::text[]) and (exists (
        select from account_transaction as t
          left join account_transaction as back on back.account_number = t.account_number
            and (${only}::text is null or back.account_number = ${only})
            and back.transaction_id = t.takes_back
        where t.account_number = account.account_number
          and (${only}::text is null or t.account_number = ${only}) and t.accepted_version > own.version
          and least(t.trade_on, back.trade_on) <= own.day)
      or not exists (select from folio_cash_day as d
        where d.account_number = account.account_number
          and (${only}::text is null or d.account_number = ${only})))`);
  return new Set(rows.map(keyOf));
}

/** The numbers of accounts to which others moved lots until some days, or which lost these again, after the
 * versions that are shown. */
export async function selectReceivedSince(
  db: Reader,
  days: readonly AccountDay[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows(sql<{ number: string }>`
    select distinct own.number
    from unnest(${days.map(({ accountNumber }) => accountNumber)}::text[],
        ${days.map(({ on }) => on)}::date[],
        ${days.map(({ version }) => version)}::bigint[]) as own (number, day, version)
      join account_transaction as t on t.to_account_number = own.number and t.trade_on <= own.day
      left join account_transaction as taker on taker.account_number = t.account_number
        and taker.takes_back = t.transaction_id
    where greatest(t.receiver_accepted_version, taker.former_receiver_accepted_version)
      > own.version`);
  return new Set(rows.map(({ number }) => number));
}
