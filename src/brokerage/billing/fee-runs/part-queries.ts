// SQL of the parts of runs, and of the days that they take.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { monthDaysOf } from "./billed-days.ts";
import type { FeeKind } from "./billed-plan.ts";
import type { LineKind, PlannedPart } from "./planned-parts.ts";

/** A part as it is stored. */
export interface FeePartRow {
  readonly accountNumber: AccountNumber;
  readonly part: number;
  readonly unitNumber: number;
  readonly unit: string;
  readonly lineKind: LineKind;
  readonly billingPlanOid: Id;
  readonly periodFrom: Day;
  readonly periodTo: Day;
  readonly from: Day;
  readonly to: Day;
  readonly discount: Decimal;
  readonly payerAccountNumber: string | null;
  readonly collect: "debit" | "invoice";
  readonly ofRunOid: Id | null;
  readonly ofLine: number | null;
}

/** The columns of a part. */
export const partColumns = part`
  account_number as "accountNumber", part, unit_number as "unitNumber", unit,
  line_kind as "lineKind", billing_plan_oid as "billingPlanOid", period_from as "periodFrom",
  period_to as "periodTo", from_on as "from", to_on as "to", discount,
  payer_account_number as "payerAccountNumber", collect, of_run_oid as "ofRunOid",
  of_line as "ofLine"`;

/** The key of lines that are calculated together: a unit, plan, kind of line and period, and the
 * line that is corrected. */
function partKey(
  each: Pick<PlannedPart, "unit" | "billingPlanOid" | "lineKind" | "period" | "correctedLine">,
) {
  const { unit, billingPlanOid, lineKind, period, correctedLine } = each;
  const corrected = correctedLine && [correctedLine.feeRunOid, correctedLine.line];
  const plan = billingPlanOid.padStart(19, "0");
  return JSON.stringify([unit, plan, lineKind, period.from, period.to, corrected]);
}

function keyOfRow({ periodFrom, periodTo, ofRunOid, ofLine, ...row }: FeePartRow): string {
  const correctedLine =
    ofRunOid === null || ofLine === null ? null : { feeRunOid: ofRunOid, line: ofLine };
  return partKey({ ...row, period: { from: periodFrom, to: periodTo }, correctedLine });
}

/** Numbers parts by account, and what is calculated together by unit, plan and period. What was a part of the run before
 * keeps its number, by which its items are found; what is new has the next ones. */
export function numberedParts(
  planned: readonly PlannedPart[],
  was: readonly FeePartRow[] = [],
): FeePartRow[] {
  const unitNumbers = new Map(was.map((row) => [keyOfRow(row), row.unitNumber]));
  let last = was.reduce((most, { unitNumber }) => Math.max(most, unitNumber), 0);
  for (const key of [...new Set(planned.map(partKey))].toSorted()) {
    if (unitNumbers.has(key)) continue;
    last += 1;
    unitNumbers.set(key, last);
  }
  const byAccount = new Map<string, number>();
  return planned.map((each) => {
    const { unit, lineKind, billingPlanOid, period, from, to, discount, collect } = each;
    const { accountNumber, payerAccountNumber, correctedLine } = each;
    const place = (byAccount.get(accountNumber) ?? 0) + 1;
    byAccount.set(accountNumber, place);
    return {
      accountNumber,
      part: place,
      unitNumber: unitNumbers.get(partKey(each)) ?? 0,
      unit,
      lineKind,
      billingPlanOid,
      periodFrom: period.from,
      periodTo: period.to,
      from,
      to,
      discount,
      payerAccountNumber,
      collect,
      ofRunOid: correctedLine?.feeRunOid ?? null,
      ofLine: correctedLine?.line ?? null,
    };
  });
}

/** Stores the parts of a run. */
export function insertParts(tx: Tx, feeRunOid: Id, rows: readonly FeePartRow[]): void {
  tx.send(sql`
    insert into fee_part (account_number, fee_run_oid, part, unit_number, unit, line_kind,
      billing_plan_oid, period_from, period_to, from_on, to_on, discount, payer_account_number,
      collect, of_run_oid, of_line)
    select "accountNumber", ${feeRunOid}, part, "unitNumber", unit, "lineKind", "billingPlanOid",
      "periodFrom", "periodTo", "from", "to", discount, "payerAccountNumber", collect, "ofRunOid",
      "ofLine"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      ("accountNumber" text, part integer, "unitNumber" integer, unit text, "lineKind" text,
        "billingPlanOid" bigint, "periodFrom" date, "periodTo" date, "from" date, "to" date,
        discount numeric, "payerAccountNumber" text, collect text, "ofRunOid" bigint,
        "ofLine" integer)`);
}

/** The account, kind and days of a part that takes or frees days. */
export type DayTaker = Pick<
  FeePartRow,
  "accountNumber" | "lineKind" | "from" | "to" | "ofRunOid" | "ofLine"
>;

interface MonthRow {
  readonly accountNumber: AccountNumber;
  readonly kind: FeeKind | "R";
  readonly month: Day;
  readonly days: string;
}

function monthRows(parts: readonly DayTaker[], kind: FeeKind | "R"): MonthRow[] {
  const byMonth = new Map<string, MonthRow>();
  for (const { accountNumber, from, to } of parts) {
    for (const { month, days } of monthDaysOf({ from, to })) {
      const key = `${accountNumber} ${month}`;
      const known = BigInt(byMonth.get(key)?.days ?? 0);
      byMonth.set(key, { accountNumber, kind, month, days: String(known | days) });
    }
  }
  return [...byMonth.values()];
}

const ofPeriod = ({ lineKind }: DayTaker) => lineKind === "period" || lineKind === "inception";
const ofRefund = ({ lineKind }: DayTaker) => lineKind === "refund";

/** Takes the days of parts; returns an account and month of which another run has taken some meanwhile. Days that
 * were not served are free again, and days that are billed once more may come back once more. */
export async function takeDays(
  tx: Tx,
  kind: FeeKind,
  parts: readonly DayTaker[],
): Promise<{ readonly accountNumber: string; readonly month: Day } | undefined> {
  const refunds = parts.filter(ofRefund);
  await clearMonths(tx, monthRows(refunds, kind));
  const rows = [...monthRows(refunds, "R"), ...monthRows(parts.filter(ofPeriod), kind)];
  if (rows.length === 0) return undefined;
  const taken = await tx.rows(sql<{ accountNumber: string; kind: string; month: Day }>`
    insert into fee_billed as known (account_number, kind, month, days)
    select "accountNumber", kind, month, days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      ("accountNumber" text, kind text, month date, days bigint)
    order by 1, 2, 3
    on conflict (account_number, kind, month) do update set days = known.days | excluded.days
      where known.days & excluded.days = 0
    returning account_number as "accountNumber", kind, month`);
  await clearMonths(tx, monthRows(parts.filter(ofPeriod), "R"));
  if (taken.length === rows.length) return undefined;
  const partKey = (
    row: Omit<MonthRow, "days" | "accountNumber" | "kind"> & {
      kind: string;
      accountNumber: string;
    },
  ) => `${row.accountNumber} ${row.kind} ${row.month}`;
  const known = new Set(taken.map(partKey));
  return rows.find((row) => !known.has(partKey(row)));
}

async function clearMonths(tx: Tx, rows: readonly MonthRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update fee_billed as known set days = known.days & ~given.days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      ("accountNumber" text, kind text, month date, days bigint)
    where known.account_number = given."accountNumber" and known.kind = given.kind
      and known.month = given.month`);
}

/** Frees the days of parts, and takes those again that the parts had found not served, of fees that still have days. */
export async function freeDays(tx: Tx, kind: FeeKind, parts: readonly DayTaker[]): Promise<void> {
  const refunds = parts.filter(ofRefund);
  await clearMonths(tx, [...monthRows(parts.filter(ofPeriod), kind), ...monthRows(refunds, "R")]);
  const rows = monthRows(await selectStillBilled(tx, refunds), kind);
  if (rows.length === 0) return;
  await tx.execute(sql`
    update fee_billed as known set days = known.days | given.days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      ("accountNumber" text, kind text, month date, days bigint)
    where known.account_number = given."accountNumber" and known.kind = given.kind
      and known.month = given.month`);
}

/** The refunds whose fee still has days, leaving out runs that were reversed meanwhile. */
async function selectStillBilled(db: Reader, refunds: readonly DayTaker[]): Promise<DayTaker[]> {
  if (refunds.length === 0) return [];
  return db.rows(sql<DayTaker>`
    select given.* from fee_item as item
      join jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb) as given
        ("accountNumber" text, "lineKind" text, "from" date, "to" date, "ofRunOid" bigint,
          "ofLine" integer)
        on item.account_number = given."accountNumber"
        and item.fee_run_oid = given."ofRunOid" and item.line = given."ofLine"
    where exists (select from fee_part as billed
      where billed.account_number = item.account_number
        and billed.fee_run_oid = item.fee_run_oid and billed.unit_number = item.unit_number
        and billed.takes_days)`);
}

/** A selection of the parts of a run. */
export interface PartsOfRun {
  readonly feeRunOid: Id;
  /** Whether the selected parts are to take days from now on, or no longer. */
  readonly takesDays: boolean;
  /** Whether parts whose item gave something back stay as they are. */
  readonly keepsGivenBack?: boolean;
  /** The accounts and units of the items whose parts are selected; all parts if left out. */
  readonly among?: readonly {
    readonly accountNumber: string;
    readonly unitNumber: number;
  }[];
}

/** Marks parts of a run as taking days, or as not taking them any more; returns those that changed. */
export async function markParts(
  tx: Tx,
  { feeRunOid, takesDays, among, keepsGivenBack = false }: PartsOfRun,
): Promise<FeePartRow[]> {
  return tx.rows(sql<FeePartRow>`
    update fee_part set takes_days = ${takesDays}
    where fee_run_oid = ${feeRunOid} and takes_days <> ${takesDays}
      and (${among === undefined}::boolean or (account_number, unit_number) in (
        select "accountNumber", "unitNumber"
        from jsonb_to_recordset(${JSON.stringify(among ?? [])}::jsonb) as given
          ("accountNumber" text, "unitNumber" integer)))
      and not (${keepsGivenBack}::boolean and exists (select from fee_item as item
        where item.account_number = fee_part.account_number
          and item.fee_run_oid = fee_part.fee_run_oid
          and item.unit_number = fee_part.unit_number
          and item.computed < 0 and item.state = 'POSTED'))
    returning ${partColumns}`);
}

/** Removes the parts of a run. */
export async function deleteParts(tx: Tx, feeRunOid: Id): Promise<void> {
  await tx.execute(sql`delete from fee_part where fee_run_oid = ${feeRunOid}`);
}

/** The parts of a run by unit and account, as they were planned. */
export async function selectParts(db: Reader, feeRunOid: Id): Promise<FeePartRow[]> {
  return db.rows(sql<FeePartRow>`
    select ${partColumns} from fee_part where fee_run_oid = ${feeRunOid}
    order by unit_number, account_number, part`);
}

/** The parts of the next units of a run that are not computed yet, by unit and account: as many as give about so
 * many accounts, and each unit whole. */
export async function selectPartsToCompute(
  db: Reader,
  feeRunOid: Id,
  most: number,
): Promise<FeePartRow[]> {
  return db.rows(sql<FeePartRow>`
    select ${partColumns} from fee_part
    where fee_run_oid = ${feeRunOid} and not is_computed and unit_number <= (
      select max(unit_number) from (
        select unit_number from fee_part
        where fee_run_oid = ${feeRunOid} and not is_computed
        order by unit_number limit ${most}::integer) as next)
    order by unit_number, account_number, part`);
}

/** Notes that the parts of units are computed. */
export async function markComputed(
  tx: Tx,
  feeRunOid: Id,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  await tx.execute(sql`
    update fee_part set is_computed = true
    where fee_run_oid = ${feeRunOid} and unit_number between ${first} and ${last}`);
}
