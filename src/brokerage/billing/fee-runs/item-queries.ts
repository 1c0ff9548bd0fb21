// SQL of the items of fee runs; an item is stored with its account.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { FeeKind } from "./billed-plan.ts";
import type { CalculatedItem } from "./calculated-item.ts";
import type { FeeStep } from "./calculation/fee-step.ts";
import type { FeeItemState } from "./life-cycle.ts";
import type { LineKind } from "./planned-parts.ts";

/** An item as it is stored. */
export interface FeeItemRow {
  readonly accountNumber: AccountNumber;
  readonly feeRunOid: Id;
  readonly line: number;
  readonly lineKind: LineKind;
  readonly unitNumber: number;
  readonly unit: string;
  readonly billingPlanOid: Id;
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
  readonly basis: Decimal;
  readonly rate: Decimal;
  readonly computed: Decimal;
  readonly previous: Decimal | null;
  readonly adjusted: Decimal | null;
  /** The reason of the firm for what it decided last. */
  readonly reason: string | null;
  /** Why it could not be taken or given back when that was last tried. */
  readonly refusal: string | null;
  readonly posted: Decimal;
  readonly refunded: Decimal;
  /** The reduction of a fee that was still due, by a refund of days not served; below 0 on the refund itself. */
  readonly setOff: Decimal;
  readonly state: FeeItemState;
  readonly warnings: readonly string[];
  readonly steps: readonly FeeStep[];
  readonly transactionIds: readonly Id[];
  readonly payerAccountNumber: string | null;
  readonly collect: "debit" | "invoice";
  readonly triedOn: Day | null;
  readonly retryUntil: Day | null;
  readonly paidOn: Day | null;
  readonly changed: Decimal | null;
}

/** An item that is collected, with the one that it corrects. */
export interface CorrectingItem extends FeeItemRow {
  readonly corrected: FeeItemRow | undefined;
}

const columns = part`
  i.account_number as "accountNumber", i.fee_run_oid as "feeRunOid", i.line,
  i.line_kind as "lineKind", i.unit_number as "unitNumber", i.unit,
  i.billing_plan_oid as "billingPlanOid", i.from_on as "from", i.to_on as "to", i.days, i.basis,
  i.rate, i.computed, i.previous, i.adjusted, i.reason, i.refusal, i.posted, i.refunded,
  i.set_off as "setOff", i.state, i.warnings, i.steps, i.transaction_ids as "transactionIds",
  i.payer_account_number as "payerAccountNumber", i.collect, i.tried_on as "triedOn",
  i.retry_until as "retryUntil", i.paid_on as "paidOn", i.changed`;

/** Stores the items of units that were calculated. A person's adjustment or exclusion stays if the amount is the
 * same; a new item has the next free line number of its account. */
export async function storeCalculated(
  tx: Tx,
  feeRunOid: Id,
  items: readonly CalculatedItem[],
): Promise<void> {
  if (items.length === 0) return;
  const numbers = [...new Set(items.map(({ accountNumber }) => accountNumber))];
  const nextLines = await selectNextLines(tx, feeRunOid, numbers);
  const rows = items.map(({ basis, computed, previous, correctedLine, isExcluded, ...item }) => ({
    ...item,
    line: nextLines(item.accountNumber),
    basis: moneyText(basis),
    computed: moneyText(computed),
    previous: previous === undefined ? null : moneyText(previous),
    ofRunOid: correctedLine?.feeRunOid ?? null,
    ofLine: correctedLine?.line ?? null,
    state: isExcluded ? "EXCLUDED" : "OPEN",
    warnings: `{${item.warnings.join(",")}}`,
  }));
  await tx.execute(sql`
    insert into fee_item as known (account_number, fee_run_oid, line, line_kind, unit_number, unit,
      billing_plan_oid, from_on, to_on, days, basis, rate, computed, previous, state, warnings,
      steps, payer_account_number, collect, of_run_oid, of_line, facts_version)
    select "accountNumber", ${feeRunOid}, line, "lineKind", "unitNumber", unit, "billingPlanOid",
      "from", "to", days, basis, rate, computed, previous, state, warnings::text[], steps,
      "payerAccountNumber", collect, "ofRunOid", "ofLine", "factsVersion"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      ("accountNumber" text, line integer, "lineKind" text, "unitNumber" integer, unit text,
        "billingPlanOid" bigint, "from" date, "to" date, days integer, basis numeric,
        rate numeric, computed numeric, previous numeric, state text, warnings text,
        steps jsonb, "payerAccountNumber" text, collect text, "ofRunOid" bigint,
        "ofLine" integer, "factsVersion" bigint)
    on conflict (account_number, fee_run_oid, unit_number) do update set
      line_kind = excluded.line_kind, unit = excluded.unit,
      billing_plan_oid = excluded.billing_plan_oid, from_on = excluded.from_on,
      to_on = excluded.to_on, days = excluded.days, basis = excluded.basis,
      rate = excluded.rate, computed = excluded.computed, previous = excluded.previous,
      warnings = excluded.warnings, steps = excluded.steps,
      payer_account_number = excluded.payer_account_number, collect = excluded.collect,
      of_run_oid = excluded.of_run_oid, of_line = excluded.of_line, is_computed = true,
      facts_version = excluded.facts_version,
      adjusted = case when known.computed = excluded.computed then known.adjusted end,
      reason = case when known.computed = excluded.computed then known.reason end,
      state = case when known.computed = excluded.computed and known.reason is not null
        then known.state else excluded.state end`);
}

/** A function that gives the next free line number of an account in a run, another one each time. */
async function selectNextLines(db: Reader, feeRunOid: Id, accountNumbers: readonly string[]) {
  const rows = await db.rows(sql<{ accountNumber: string; line: number }>`
    select account_number as "accountNumber", max(line) as "line" from fee_item
    where fee_run_oid = ${feeRunOid} and account_number = any(${accountNumbers}::text[])
    group by account_number`);
  const lines = new Map(rows.map(({ accountNumber, line }) => [accountNumber, line]));
  return (accountNumber: string): number => {
    const next = (lines.get(accountNumber) ?? 0) + 1;
    lines.set(accountNumber, next);
    return next;
  };
}

/** Marks the items of a run as obsolete until they are calculated again. */
export async function markItemsObsolete(tx: Tx, feeRunOid: Id): Promise<void> {
  await tx.execute(sql`
    update fee_item set is_computed = false where fee_run_oid = ${feeRunOid}`);
}

/** Deletes the items that a run no longer bills once it was computed again. */
export async function deleteObsoleteItems(tx: Tx, feeRunOid: Id): Promise<void> {
  await tx.execute(sql`
    delete from fee_item where fee_run_oid = ${feeRunOid} and not is_computed`);
}

/** The items of some units that are excluded. */
export async function selectExcluded(
  db: Reader,
  feeRunOid: Id,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<{ accountNumber: string; unitNumber: number }[]> {
  return db.rows(sql<{ accountNumber: string; unitNumber: number }>`
    select account_number as "accountNumber", unit_number as "unitNumber" from fee_item
    where fee_run_oid = ${feeRunOid} and state = 'EXCLUDED'
      and unit_number between ${first} and ${last}`);
}

/** The accounts of which all items in a run are excluded. */
export async function selectExcludedAccounts(db: Reader, feeRunOid: Id): Promise<string[]> {
  const rows = await db.rows(sql<{ accountNumber: string }>`
    select account_number as "accountNumber" from fee_item where fee_run_oid = ${feeRunOid}
    group by account_number having bool_and(state = 'EXCLUDED')`);
  return rows.map(({ accountNumber }) => accountNumber);
}

/** The filters of a list of items; null is any. */
export interface ItemFilter {
  readonly state: string | null;
  readonly warning: string | null;
  readonly sort: "account" | "change";
  /** The account and line after which the page begins. */
  readonly after: { readonly accountNumber: string; readonly line: string };
  /** One more is selected. */
  readonly limit: Decimal;
}

const sizeOfChange = part`abs(coalesce(adjusted, computed) - coalesce(previous, 0))`;

/** Items of a run by account and line, or the largest changes first. */
export async function selectItems(
  db: Reader,
  feeRunOid: Id,
  { state, warning, sort, after, limit }: ItemFilter,
): Promise<FeeItemRow[]> {
  // A statement of its own: a sub-select on another account's node is refused next to a sorted list.
  const last = await db.first(sql<{ size: Decimal }>`
    select ${sizeOfChange} as "size" from fee_item
    where account_number = ${after.accountNumber} and fee_run_oid = ${feeRunOid}
      and line = ${after.line}::integer`);
  if (after.accountNumber !== "" && last === undefined) return [];
  return db.rows(sql<FeeItemRow>`
    select ${columns} from (
      select *, case when ${sort} = 'change' then ${sizeOfChange} else 0 end as size
      from fee_item where fee_run_oid = ${feeRunOid}) as i
    where (${after.accountNumber} = ''
        or (-i.size, i.account_number, i.line)
          > (case when ${sort} = 'change' then -${last?.size ?? null}::numeric else 0 end,
            ${after.accountNumber}, ${after.line}::integer))
      and (${state}::text is null or i.state = ${state})
      and (${warning}::text is null or ${warning} = any(i.warnings)
        or ${warning} = 'changed' and i.changed is not null)
    order by i.size desc, i.account_number, i.line limit ${limit}::bigint + 1`);
}

/** An item of an account by run and line; undefined without one. */
export async function selectItem(
  db: Reader,
  { accountNumber, feeRunOid, line }: Pick<FeeItemRow, "accountNumber" | "feeRunOid" | "line">,
): Promise<FeeItemRow | undefined> {
  return db.first(sql<FeeItemRow>`
    select ${columns} from fee_item as i
    where i.account_number = ${accountNumber} and i.fee_run_oid = ${feeRunOid}
      and i.line = ${line}`);
}

/** The item that another one corrects; undefined where it corrects none. */
export async function selectCorrectedItem(
  db: Reader,
  { accountNumber, feeRunOid, line }: Pick<FeeItemRow, "accountNumber" | "feeRunOid" | "line">,
): Promise<FeeItemRow | undefined> {
  return db.first(sql<FeeItemRow>`
    select ${columns} from fee_item as own join fee_item as i
      on i.account_number = own.account_number and i.fee_run_oid = own.of_run_oid
        and i.line = own.of_line
    where own.account_number = ${accountNumber} and own.fee_run_oid = ${feeRunOid}
      and own.line = ${line}`);
}

/** The items of some accounts in a run, by account and line. */
export async function selectItemsOfAccounts(
  db: Reader,
  feeRunOid: string,
  accountNumbers: readonly string[],
): Promise<FeeItemRow[]> {
  return db.rows(sql<FeeItemRow>`
    select ${columns} from fee_item as i
    where i.account_number = any(${accountNumbers}::text[]) and i.fee_run_oid = ${feeRunOid}
    order by i.account_number, i.line`);
}

/** The items of a run in the units of the given accounts, by account and line. */
export async function selectItemsOfUnits(
  db: Reader,
  feeRunOid: Id,
  accountNumbers: readonly string[],
): Promise<FeeItemRow[]> {
  return db.rows(sql<FeeItemRow>`
    select ${columns} from fee_item as i
    where i.fee_run_oid = ${feeRunOid} and i.unit_number in (
      select unit_number from fee_item as own
      where own.fee_run_oid = ${feeRunOid} and own.account_number = any(${accountNumbers}::text[]))
    order by i.account_number, i.line`);
}

/** The items of an account in runs that are posted or under way, the newest period first. */
export async function selectFeesOfAccount(
  db: Reader,
  accountNumber: string,
): Promise<(FeeItemRow & { readonly kind: FeeKind; readonly periodEnd: Day })[]> {
  return db.rows(sql<FeeItemRow & { kind: FeeKind; periodEnd: Day }>`
    select ${columns}, r.kind, r.period_end as "periodEnd"
    from fee_item as i join fee_run as r using (fee_run_oid)
    where i.account_number = ${accountNumber} and i.state <> 'EXCLUDED' and r.kind <> 'P'
      and r.run_status in ('POSTING', 'POSTED', 'REVERSING', 'REVERSED')
    order by r.period_end desc, r.created_at desc, i.line limit 1000`);
}

/** Stores the new amounts and state of an item. */
export function updateItem(tx: Tx, item: FeeItemRow): void {
  tx.send(sql`
    update fee_item set adjusted = ${item.adjusted}, reason = ${item.reason}, refusal = ${item.refusal},
      posted = ${item.posted}, refunded = ${item.refunded}, set_off = ${item.setOff},
      state = ${item.state}, warnings = ${item.warnings}::text[],
      transaction_ids = ${item.transactionIds}::bigint[],
      tried_on = ${item.triedOn}, retry_until = ${item.retryUntil}, paid_on = ${item.paidOn},
      changed = ${item.changed}
    where account_number = ${item.accountNumber} and fee_run_oid = ${item.feeRunOid}
      and line = ${item.line}`);
}

/** Basis and fee of every item of a run in cents, by account and unit. */
export async function selectAllAmounts(
  db: Reader,
  feeRunOid: Id,
): Promise<ReadonlyMap<string, { readonly basis: bigint; readonly computed: bigint }>> {
  const rows = await db.rows(sql<{ key: string; basis: Decimal; computed: Decimal }>`
    select account_number || ' ' || unit_number as "key", basis, computed
    from fee_item where fee_run_oid = ${feeRunOid}`);
  return new Map(
    rows.map(({ key, basis, computed }) => [
      key,
      { basis: unitsOf(basis, places.money), computed: unitsOf(computed, places.money) },
    ]),
  );
}
