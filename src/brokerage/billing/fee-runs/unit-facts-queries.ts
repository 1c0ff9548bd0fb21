// SQL of the facts from which units are calculated, other than the values of their accounts.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { pendingReasons } from "../../../reference/codes.ts";
import type { Stretch } from "./billed-days.ts";
import type { FeeKind } from "./billed-plan.ts";
import type { LineKind } from "./planned-parts.ts";

/** The part of an account that is not billed on some days: cash, or a security. */
export interface Exclusion {
  readonly excluded: string;
  readonly from: Day;
  readonly to: Day | null;
}

/** The last item of an account before a run. */
export interface FormerItem {
  readonly feeRunOid: Id;
  readonly amount: Decimal;
  readonly rate: Decimal;
  readonly billingPlanOid: Id;
}

/** The facts about an account that calculation and warnings need. */
export interface AccountFacts {
  readonly accountNumber: string;
  readonly exclusions: readonly Exclusion[];
  /** Whether it waits for its owners to sign or agree. */
  readonly isPending: boolean;
  /** Whether the performance of its cash is loaded. */
  readonly isCashLoaded: boolean;
  readonly former: FormerItem | null;
}

/** The facts of some accounts, each with the first day of its period: its last item ended before that. */
export async function selectAccountFacts(
  db: Reader,
  kind: FeeKind,
  firstDays: ReadonlyMap<string, Day>,
): Promise<ReadonlyMap<string, AccountFacts>> {
  const rows = await db.rows(sql<AccountFacts>`
    select a.account_number as "accountNumber",
      (select coalesce(jsonb_agg(jsonb_build_object('excluded', x.excluded, 'from', x.from_on,
          'to', x.to_on) order by x.excluded, x.from_on), '[]')
        from billing_exclusion as x
        where x.account_number = a.account_number
          and coalesce(x.to_on, 'infinity') >= x.from_on) as "exclusions",
      exists (select from restriction as own
        where own.account_number = a.account_number and own.lifted_at is null
          and own.reason_code = any(${pendingReasons}::text[])) as "isPending",
      exists (select from folio
        where folio.account_number = a.account_number and folio.performance_source = 'loaded'
          and folio.folio_number = a.account_number || '01') as "isCashLoaded",
      (select jsonb_build_object('feeRunOid', item.fee_run_oid::text,
          'amount', coalesce(item.adjusted, item.computed)::text, 'rate', item.rate::text,
          'billingPlanOid', item.billing_plan_oid::text)
        from fee_item as item join fee_run as r on r.fee_run_oid = item.fee_run_oid
        where item.account_number = a.account_number and item.to_on < given.first_on
          and r.kind = ${kind} and r.run_status = 'POSTED' and item.line_kind = 'period'
          and item.state in ('POSTED', 'PART', 'DUE', 'WRITTENOFF')
        order by item.to_on desc, item.fee_run_oid desc limit 1) as "former"
    from account as a
      join unnest(${[...firstDays.keys()]}::text[], ${[...firstDays.values()]}::date[])
        as given (account_number, first_on) using (account_number)`);
  return new Map(rows.map((row) => [row.accountNumber, row]));
}

/** An item that a line corrects. */
export interface CorrectedItem {
  readonly accountNumber: string;
  readonly feeRunOid: Id;
  readonly line: number;
  readonly rate: Decimal;
  readonly days: number;
  /** The amount that was posted, is still due or was set off, less refunds. */
  readonly billed: Decimal;
  readonly lineKind: LineKind;
  readonly unitNumber: number;
  /** The days that it has billed, each stretch on one value. */
  readonly parts: readonly Stretch[];
  /** Days of these that came back, or are to. */
  readonly refunded: readonly Stretch[];
}

/** Items of some accounts by run and line. */
export async function selectCorrectedItems(
  db: Reader,
  named: readonly {
    readonly accountNumber: string;
    readonly feeRunOid: Id;
    readonly line: number;
  }[],
): Promise<CorrectedItem[]> {
  if (named.length === 0) return [];
  return db.rows(sql<CorrectedItem>`
    select item.account_number as "accountNumber", item.fee_run_oid as "feeRunOid", item.line,
      item.rate, item.days, case when item.state in ('PART', 'DUE')
        then coalesce(item.adjusted, item.computed)
        else item.posted + item.set_off end - item.refunded as "billed",
      item.line_kind as "lineKind", item.unit_number as "unitNumber",
      (select coalesce(jsonb_agg(jsonb_build_object('from', p.from_on, 'to', p.to_on)
          order by p.from_on), '[]')
        from fee_part as p
        where p.account_number = item.account_number and p.fee_run_oid = item.fee_run_oid
          and p.unit_number = item.unit_number) as "parts",
      (select coalesce(jsonb_agg(jsonb_build_object('from', p.from_on, 'to', p.to_on)
          order by p.from_on), '[]')
        from fee_part as p
        where p.account_number = item.account_number and p.of_run_oid = item.fee_run_oid
          and p.of_line = item.line and p.line_kind = 'refund' and p.takes_days) as "refunded"
    from fee_item as item
      join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as given
        ("accountNumber" text, "feeRunOid" bigint, line integer)
        on item.account_number = given."accountNumber"
        and item.fee_run_oid = given."feeRunOid" and item.line = given.line`);
}

/** The values on which some units were billed together, in dollars, by run and unit. */
export async function selectUnitBases(
  db: Reader,
  units: readonly Pick<CorrectedItem, "feeRunOid" | "unitNumber">[],
): Promise<ReadonlyMap<string, Decimal>> {
  if (units.length === 0) return new Map();
  const rows = await db.rows(sql<{ key: string; basis: Decimal }>`
    select fee_run_oid || ' ' || unit_number as "key", sum(basis) as "basis" from fee_item
    where (fee_run_oid, unit_number) in (
      select "feeRunOid", "unitNumber" from jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
        as given ("feeRunOid" bigint, "unitNumber" integer))
    group by fee_run_oid, unit_number`);
  return new Map(rows.map(({ key, basis }) => [key, basis]));
}

/** The versions of some accounts' facts, by account; none where an account has no facts. */
export async function selectFactsVersions(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows(sql<{ accountNumber: string; version: string }>`
    select account_number as "accountNumber", version::text as "version" from account_facts
    where account_number = any(${accountNumbers}::text[])`);
  return new Map(rows.map(({ accountNumber, version }) => [accountNumber, version]));
}
