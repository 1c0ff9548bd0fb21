// SQL of imports themselves: their list, the rows that they brought, and what was answered.
import type { Id } from "@bursar/values/ids";
import type { Actor } from "../../../platform/change/context.ts";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { GivenAnswer } from "./questions.ts";

/** The stored part of an import besides its rows. */
export interface ImportReport {
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  /** The accounts that it opened. */
  readonly accounts: readonly string[];
  readonly notices: readonly string[];
}

/** An import as it is stored. */
export interface StoredImport {
  readonly importId: Id;
  readonly firmOid: Id;
  readonly profile: string;
  readonly actor: Actor;
  readonly startedAt: Date;
  readonly transactions: number;
  readonly report: ImportReport;
  readonly undoneAt: Date | null;
}

const columns = part`import_id::text as "importId", firm_oid::text as "firmOid", profile, actor,
  started_at as "startedAt", transaction_count as transactions, report, undone_at as "undoneAt"`;

/** The imports of a firm, or of all where none is named, the newest first. */
export async function selectImports(db: Reader, firmOid: Id | undefined): Promise<StoredImport[]> {
  return db.rows(sql<StoredImport>`
    select ${columns} from custodian_import
    where ${firmOid ?? null}::bigint is null or firm_oid = ${firmOid ?? null}::bigint
    order by import_id desc`);
}

/** One import. */
export async function selectImport(db: Reader, importId: Id): Promise<StoredImport | undefined> {
  return db.first(sql<StoredImport>`
    select ${columns} from custodian_import where import_id = ${importId}`);
}

/** Stores an import. */
export async function insertImport(
  tx: Tx,
  { importId, firmOid, profile, actor, startedAt, transactions, report }: NewImport,
): Promise<void> {
  await tx.execute(sql`
    insert into custodian_import
      (import_id, firm_oid, profile, actor, started_at, transaction_count, report)
    values (${importId}, ${firmOid}, ${profile}, ${JSON.stringify(actor)}::jsonb,
      ${startedAt.toISOString()}, ${transactions}, ${JSON.stringify(report)}::jsonb)`);
}
type NewImport = Omit<StoredImport, "undoneAt">;

/** Notes that an import was undone, and by which load. */
export async function updateUndone(
  tx: Tx,
  { importId, undoneBy, undoneAt }: UndoneImport,
): Promise<void> {
  await tx.execute(sql`
    update custodian_import set undone_by = ${undoneBy}, undone_at = ${undoneAt.toISOString()}
    where import_id = ${importId}`);
}

interface UndoneImport {
  readonly importId: Id;
  readonly undoneBy: string;
  readonly undoneAt: Date;
}

/** The answers about a firm's files of a profile. */
export async function selectAnswers(
  db: Reader,
  firmOid: Id,
  profile: string,
): Promise<(Omit<GivenAnswer, "about"> & { readonly about: string })[]> {
  return db.rows(sql<Omit<GivenAnswer, "about"> & { about: string }>`
    select about, word, answer from import_answer
    where firm_oid = ${firmOid} and profile = ${profile} order by about, word`);
}

/** Stores answers; a new one of the same word takes the place of the earlier. */
export async function upsertAnswers(
  tx: Tx,
  { firmOid, profile }: Pick<StoredImport, "firmOid" | "profile">,
  answers: readonly { readonly about: string; readonly word: string; readonly answer: string }[],
): Promise<void> {
  if (answers.length === 0) return;
  await tx.execute(sql`
    insert into import_answer (firm_oid, profile, about, word, answer)
    select ${firmOid}::bigint, ${profile}, about, word, answer
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as given (about text, word text, answer text)
    on conflict (firm_oid, profile, about, word) do update set answer = excluded.answer`);
}

/** A row of a file, and the transaction that it has become. */
export interface ImportedRow {
  readonly accountNumber: string;
  readonly rowId: string;
  readonly transactionId: string;
}

/** Keeps by which rows transactions are known again. */
export async function insertRows(
  tx: Tx,
  importId: string,
  rows: readonly ImportedRow[],
): Promise<void> {
  const column = (of: (row: ImportedRow) => string) => rows.map(of);
  await tx.execute(sql`
    insert into import_row (account_number, row_id, transaction_id, import_id)
    select account_number, row_id, transaction_id, ${importId}::bigint
    from unnest(${column((row) => row.accountNumber)}::text[], ${column((row) => row.rowId)}::text[],
      ${column((row) => row.transactionId)}::bigint[]) as new (account_number, row_id, transaction_id)`);
}

/** A transaction that an import brought and that is in force. */
export interface BroughtTransaction {
  readonly accountNumber: string;
  readonly transactionId: string;
  readonly tradeDate: string;
}

/** The transactions of an import that are still in force. */
export async function selectBrought(db: Reader, importId: Id): Promise<BroughtTransaction[]> {
  return db.rows(sql<BroughtTransaction>`
    select distinct booked.account_number as "accountNumber",
      booked.transaction_id::text as "transactionId", booked.trade_on as "tradeDate"
    from import_row as brought join account_transaction as booked
      on booked.account_number = brought.account_number
        and booked.transaction_id = brought.transaction_id
    where brought.import_id = ${importId}
      and not exists (select from account_transaction as later
        where later.account_number = booked.account_number
          and later.takes_back = booked.transaction_id)
    order by 1, 3, 2`);
}

/** Forgets the rows of an import, so that its files can be imported again. */
export async function deleteRows(tx: Tx, importId: Id): Promise<void> {
  await tx.execute(sql`delete from import_row where import_id = ${importId}`);
}

/** A year of an account that was reported with what an import brought. */
export interface ReportedYearRow {
  readonly accountNumber: string;
  readonly taxYear: string;
}

/** The years that were reported by this service, of the transactions of an import. */
export async function selectReportedYears(db: Reader, importId: Id): Promise<ReportedYearRow[]> {
  return db.rows(sql<ReportedYearRow>`
    select distinct year.account_number as "accountNumber", year.tax_year as "taxYear"
    from import_row as brought join account_transaction as booked
      on booked.account_number = brought.account_number
        and booked.transaction_id = brought.transaction_id
      join reported_year as year on year.account_number = brought.account_number
    where brought.import_id = ${importId} and not year.is_made_by_load
      and year.tax_year >= to_char(booked.trade_on, 'YYYY')
    order by 1, 2`);
}
