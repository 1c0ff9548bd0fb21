// The statements of where each folio's raw performance data comes from. (docs/performance.md, 1)
import { query, run } from "../../../platform/bulk/kinds/load-sql.ts";
import { type Reader, type SqlPart, sql, type Tx } from "../../../platform/store/db.ts";
import { declared, joined, literal } from "../../../platform/store/declared-sql.ts";

/** Where a folio's raw performance data comes from. */
type PerformanceSource = "computed" | "loaded";

/** The folios of some accounts whose raw data is computed from transactions, by account. */
export async function selectComputedFolios(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.rows(sql<{ accountNumber: string; folioNumber: string }>`
    select account_number as "accountNumber", folio_number as "folioNumber" from folio
    where account_number = any(${accountNumbers}::text[]) and performance_source = 'computed'`);
  const accounts = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map(
    [...accounts].map(([number, folios]) => [
      number,
      new Set(folios.map(({ folioNumber }) => folioNumber)),
    ]),
  );
}

/** The numbers of the folios of some accounts. */
export async function selectFolioNumbers(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select folio_number as "number" from folio
    where account_number = any(${accountNumbers}::text[])`);
  return rows.map(({ number }) => number);
}

/** Makes those folios of some accounts, among some, that have no source computed from now on, and
 * returns their numbers in order. */
export async function stateFoliosComputed(
  tx: Tx,
  accountNumbers: readonly string[],
  folios: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows(sql<{ number: string }>`
    update folio set performance_source = 'computed'
    where account_number = any(${accountNumbers}::text[])
      and folio_number = any(${folios}::text[]) and performance_source is null
    returning folio_number as "number"`);
  return rows.map(({ number }) => number).toSorted();
}

/** Staged raw data of a folio whose performance is computed: its first line, and how much there
 * is. */
export interface RefusedRawData {
  readonly line: number;
  readonly rows: string;
  readonly folioNumber: string;
}

/** The staged raw data of folios whose performance is computed. */
export async function selectRefusedRawData(tx: Tx, stage: string): Promise<RefusedRawData[]> {
  return query<RefusedRawData>(
    tx,
    declared`select min(load_line)::integer as line, count(*)::text as rows,
       folio_number as "folioNumber"
     from ${stage} join folio using (account_number, folio_number)
     where performance_source = 'computed' group by account_number, folio_number order by 1`,
  );
}

/** Makes the table in which a load notes the folios whose source it changes. */
async function createChangedSources(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table if not exists changed_source (
       account_number text collate "C", folio_number text collate "C", source text)
       on commit delete rows`,
  );
}

/** Gives staged folios that state no source the one that they have, and notes those whose source
 * becomes another. */
export async function completeSources(tx: Tx, stage: string): Promise<void> {
  await run(
    tx,
    declared`update ${stage} as s set performance_source = f.performance_source from folio as f
     where f.account_number = s.account_number and f.folio_number = s.folio_number
       and s.performance_source is null`,
  );
  await createChangedSources(tx);
  await run(
    tx,
    declared`insert into changed_source (account_number, folio_number, source)
     select account_number, folio_number, s.performance_source
     from ${stage} as s join folio as f using (account_number, folio_number)
     where f.performance_source <> s.performance_source`,
  );
}

/** A folio whose source of raw data the running load changes, and what it is from now on. */
export interface ChangedSource {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly source: PerformanceSource;
}

/** The folios whose source the running load changes. */
export async function selectChangedSources(tx: Tx): Promise<ChangedSource[]> {
  await createChangedSources(tx);
  return tx.rows(sql<ChangedSource>`
    select account_number as "accountNumber", folio_number as "folioNumber", source
    from changed_source order by 1, 2`);
}

/** Folios without a source whose raw data is loaded have it loaded from now on. */
export async function stateLoaded(tx: Tx, changed: SqlPart): Promise<void> {
  const folios = declared`select account_number, folio_number from ${changed} as changed`;
  await stateSources(tx, folios, "loaded");
}

/** Folios without a source that have transactions, or to which lots move, are computed from now on. */
export async function stateComputed(tx: Tx, changed: SqlPart): Promise<void> {
  const named = ["folio_number", "to_folio_number", "fee_paid_by"].map(
    (column) => declared`select account_number, ${column} from ${changed} as changed`,
  );
  named.push(declared`select to_account_number, receiving_folio_number from ${changed} as changed`);
  await stateSources(tx, joined(named, " union "), "computed");
}

/** Noted with what the load has noted of the folio already, or like a loaded change of it. */
async function stateSources(tx: Tx, folios: SqlPart, source: PerformanceSource): Promise<void> {
  const row = (value: SqlPart) =>
    declared`jsonb_build_object('accountNumber', account_number, 'folioNumber', folio_number,
       'folioName', name, 'folioType', folio_type, 'performanceSource', ${value})`;
  await run(tx, declared`analyze load_change`);
  // The lines below 0 are those of no file.
  await run(
    tx,
    declared`with stated as (
       update folio set performance_source = ${literal(source)}
       where performance_source is null and (account_number, folio_number) in (${folios})
       returning account_number, folio_number, name, folio_type),
     noted as (
       update load_change
       set after = after || jsonb_build_object('performanceSource', ${literal(source)})
       from stated where kind = 'folios' and subject = account_number
         and after ->> 'folioNumber' = folio_number
       returning folio_number)
     insert into load_change (subject, kind, line, is_new, before, after)
     select account_number, 'folios', -row_number() over (order by folio_number), false,
       ${row(declared`null::text`)}, ${row(literal(source))}
     from stated
     where not exists (select from noted where noted.folio_number = stated.folio_number)`,
  );
}
