// Changes that follow a load of reported lots: versions of their years, and their stored bodies.

import { equal, qualifiedColumns, query, run } from "../../../../platform/bulk/kinds/load-sql.ts";
import type { LoadKind } from "../../../../platform/bulk/load-kind.ts";
import { withdrawnColumn } from "../../../../platform/bulk/load-kind.ts";
import { rowJson, selectShown } from "../../../../platform/bulk/stage/change-columns.ts";
import { type SqlPart, sql, type Tx } from "../../../../platform/store/db.ts";
import { declared, literal } from "../../../../platform/store/declared-sql.ts";
import type { ReportedYear } from "./queries.ts";

/** Whether a stored lot `t` is of a year of which lots are staged. */
export const isOfStagedLots = declared`t.tax_year in (select tax_year from load_reported_tax_lots)`;

/** Whether a stored lot `t` is of a year that is staged itself, and may be withdrawn. */
export const isOfStagedYear = declared`t.tax_year in (select tax_year from load_reported_years)`;

/** Gives staged years that state no source the one that they have; new ones are loaded. */
export async function completeYearSources(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update load_reported_years as staged
    set is_loaded = coalesce((select year.is_loaded from reported_year as year
      where year.account_number = staged.account_number and year.tax_year = staged.tax_year), true)
    where is_loaded is null`);
}

/** Staged lots, new or with other figures, of a year whose lots are computed: the first line, and how
 * many there are. */
export async function selectLinesOfComputedYears(
  tx: Tx,
  stage: string,
  columns: readonly string[],
): Promise<{ line: number; taxYear: string; rows: string }[]> {
  return query(
    tx,
    declared`select min(s.load_line)::integer as line, s.tax_year as "taxYear", count(*)::text as rows
     from ${stage} as s
     join reported_year as year
       on year.account_number = s.account_number and year.tax_year = s.tax_year
     left join reported_tax_lot as t on t.account_number = s.account_number
       and t.tax_year = s.tax_year and t.tax_lot_id = s.tax_lot_id
     where not year.is_loaded and (${qualifiedColumns("t", columns)}) is distinct from (${qualifiedColumns("s", columns)})
     group by s.account_number, s.tax_year order by 1`,
  );
}

/** A year whose source this load has made `loaded`, and how many of its computed lots are gone. */
interface ReplacedLots extends ReportedYear {
  readonly lots: string;
}

/** Takes the computed lots out of the years that this load hands over to its own lots, and notes
 * them; `kind` is that of reported lots, which are staged. */
export async function replaceComputedLots(tx: Tx, kind: LoadKind): Promise<ReplacedLots[]> {
  const { table, stage, keyColumns: key, name } = kind;
  await createReplacedLots(tx);
  if ((await findHandedYears(tx, stage)) === 0) return [];
  const shown = await selectShown(tx, kind, table);
  // The lines below 0 are those of no file.
  await run(
    tx,
    declared`with replaced as (
       delete from ${table} as t using load_handed_years as handed
       where t.account_number = handed.account_number and t.tax_year = handed.tax_year
         and not exists (select from ${stage} as s where ${equal(["s", key], ["t", key])})
       returning t.*),
     noted as (
       insert into load_change (subject, kind, line, is_new, before)
       select account_number, ${literal(name)}, -row_number() over (order by ${qualifiedColumns("t", key)}),
         false, ${rowJson("t", shown)}
       from replaced as t)
     insert into load_replaced_lots select account_number, tax_year from replaced`,
  );
  return query<ReplacedLots>(
    tx,
    declared`select account_number as "accountNumber", tax_year as "taxYear", count(*)::text as lots
     from load_replaced_lots group by 1, 2 order by 1, 2`,
  );
}

/** Years with lots whose source this load makes `computed`, in order of account and year. */
export async function selectYearsHandedBack(tx: Tx): Promise<ReportedYear[]> {
  return query<ReportedYear>(
    tx,
    declared`select year.account_number as "accountNumber", year.tax_year as "taxYear"
     from load_reported_years_changes as change
     join reported_year as year on year.account_number = change.subject
       and year.tax_year = change.after ->> 'taxYear'
     where change.before ->> 'isLoaded' = 'true' and change.after ->> 'isLoaded' = 'false'
       and year.body <> '[]'
     order by 1, 2`,
  );
}

/** Finds the years with staged lots whose source the load makes `loaded`; returns how many. */
async function findHandedYears(tx: Tx, stage: string): Promise<number> {
  return run(
    tx,
    declared`create temporary table load_handed_years on commit drop as
     select distinct s.account_number, s.tax_year from ${stage} as s
     join load_change as year on year.kind = 'reported-years' and year.subject = s.account_number
       and year.after ->> 'taxYear' = s.tax_year
     where not s.${withdrawnColumn}
       and year.before ->> 'isLoaded' = 'false' and year.after ->> 'isLoaded' = 'true'`,
  );
}

async function createReplacedLots(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_replaced_lots
       (account_number text collate "C", tax_year text collate "C") on commit drop`,
  );
}

/** Gives newly reported years the body of a year without lots. */
export async function updateNewYears(tx: Tx, changed: SqlPart, now: Date): Promise<void> {
  await query(
    tx,
    declared`update reported_year as year
     set body = '[]', body_digest = sha256('[]'), reported_at = $1
     from ${changed} as changed
     where year.account_number = changed.account_number and year.tax_year = changed.tax_year
       and year.body is null`,
    [now],
  );
}

/** Makes the table of the years whose lots the running load changes. */
export async function createBodyStage(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table if not exists load_reported_bodies
       (account_number text collate "C", tax_year text collate "C") on commit drop`,
  );
}

/** A year whose lots the running load changes, with its response before, null for a new year, and after. */
export interface LoadedYear extends ReportedYear {
  readonly before: string | null;
  readonly after: string;
}

/** The years of some accounts that the load brings, in order of account and year. */
export async function selectLoadedYears(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<LoadedYear[]> {
  return query<LoadedYear>(
    tx,
    declared`select year.account_number as "accountNumber", year.tax_year as "taxYear",
       earlier.body as before, year.body as after
     from load_reported_bodies join reported_year as year using (account_number, tax_year)
     left join earlier_reported_year as earlier on earlier.account_number = year.account_number
       and earlier.tax_year = year.tax_year and earlier.version = year.version - 1
     where year.account_number = any($1::text[]) order by 1, 2`,
    [accountNumbers],
  );
}

/** Notes the years whose lots changed; one that was reported before this load is a new version, and
 * the version before is stored as it was returned. */
export async function updateChangedYears(tx: Tx, changed: SqlPart): Promise<void> {
  await createBodyStage(tx);
  await run(
    tx,
    declared`insert into load_reported_bodies
     select account_number, tax_year from ${changed} as changed
     union select account_number, tax_year from load_replaced_lots`,
  );
  await run(tx, declared`analyze load_reported_bodies`);
  await run(
    tx,
    declared`insert into earlier_reported_year
       (account_number, tax_year, version, body, body_digest, form_notes, is_made_by_load, reported_at)
     select account_number, tax_year, version, body, body_digest, form_notes, is_made_by_load,
       reported_at
     from reported_year as year join load_reported_bodies using (account_number, tax_year)
     where body is not null and ${wasReportedBefore}`,
  );
  await run(
    tx,
    declared`update reported_year as year set version = version + 1 from load_reported_bodies as changed
     where year.account_number = changed.account_number and year.tax_year = changed.tax_year
       and ${wasReportedBefore}`,
  );
}

const wasReportedBefore = declared`not exists (select from load_change
  where kind = 'reported-years' and is_new and subject = year.account_number
    and after ->> 'taxYear' = year.tax_year)`;

/** The next years whose lots changed, in order of account and year. */
export async function selectChangedYears(
  tx: Tx,
  { accountNumber, taxYear }: ReportedYear,
): Promise<ReportedYear[]> {
  return query<ReportedYear>(
    tx,
    declared`select account_number as "accountNumber", tax_year as "taxYear" from load_reported_bodies
     where (account_number, tax_year) > ($1, $2) order by 1, 2 limit 500`,
    [accountNumber, taxYear],
  );
}

/** Stores the bodies of some years. */
export async function updateBodies(
  tx: Tx,
  now: Date,
  bodies: readonly (ReportedYear & { readonly body: string })[],
): Promise<void> {
  await tx.execute(sql`
    update reported_year as year
    set is_loaded = true, is_made_by_load = true, reported_at = ${now},
      body = ready.body, body_digest = sha256(convert_to(ready.body, 'UTF8')), form_notes = null
    from unnest(${bodies.map((each) => each.accountNumber)}::text[],
      ${bodies.map((each) => each.taxYear)}::text[], ${bodies.map((each) => each.body)}::text[])
      as ready (account_number, tax_year, body)
    where year.account_number = ready.account_number and year.tax_year = ready.tax_year`);
}
