// SQL of prepared imports and their files.
import { createHash } from "node:crypto";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Sender, sql, type Tx } from "../../../platform/store/db.ts";
import type { GivenAnswer } from "../imports/changes.ts";
import type { PreparedImportStatus } from "./life-cycle.ts";
import type { ImportAccount, ImportFindings } from "./schema.ts";

/** A prepared import as it is stored, without its files. */
export interface PreparedRow {
  readonly importId: Id;
  readonly firmOid: Id;
  readonly profile: string;
  readonly status: PreparedImportStatus;
  readonly statedOn: Day | null;
  readonly since: Day | null;
  readonly answers: readonly GivenAnswer[];
  readonly accounts: readonly ImportAccount[];
  readonly report: ImportFindings;
  /** Of what was sent and what it becomes. */
  readonly digest: string;
  readonly isByOperator: boolean;
  readonly preparedBy: string;
  /** Everybody who has completed it. */
  readonly completedBy: readonly string[];
  readonly preparedAt: Date;
  readonly checkedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly loadId: Id | null;
}

/** A prepared import as it is listed: without what was sent and found. */
export type ListedRow = Omit<
  PreparedRow,
  "statedOn" | "since" | "answers" | "accounts" | "report" | "digest"
> & { readonly counts: ImportFindings["counts"] };

const listed = part`
  import_id::text as "importId", firm_oid::text as "firmOid", profile, import_status as status,
  is_by_operator as "isByOperator", prepared_by as "preparedBy", completed_by as "completedBy",
  prepared_at as "preparedAt", checked_at as "checkedAt", decided_by as "decidedBy",
  decided_at as "decidedAt", load_id::text as "loadId", report->'counts' as counts`;

const columns = part`
  import_id::text as "importId", firm_oid::text as "firmOid", profile, import_status as status,
  stated_on as "statedOn", since, answers, accounts, report, digest, is_by_operator as "isByOperator",
  prepared_by as "preparedBy", completed_by as "completedBy", prepared_at as "preparedAt", checked_at as "checkedAt",
  decided_by as "decidedBy", decided_at as "decidedAt", load_id::text as "loadId"`;

/** A prepared import of a firm; undefined without one. */
export async function selectPrepared(
  db: Reader,
  firmOid: string,
  importId: string,
): Promise<PreparedRow | undefined> {
  return db.first(sql<PreparedRow>`
    select ${columns} from prepared_import
    where import_id = ${importId} and firm_oid = ${firmOid}`);
}

/** Locks one until the transaction ends. */
export async function lockPrepared(
  tx: Tx,
  firmOid: string,
  importId: string,
): Promise<PreparedRow | undefined> {
  return tx.first(sql<PreparedRow>`
    select ${columns} from prepared_import
    where import_id = ${importId} and firm_oid = ${firmOid} for no key update`);
}

/** Lets a transaction wait for the check of an import, which runs in another one and is rolled back. */
export async function waitForCheck(tx: Tx): Promise<void> {
  await tx.first(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
}

/** The filters of the list of prepared imports. */
export interface PreparedChoice {
  readonly firmOid: string;
  readonly status: string | null;
  readonly after: Id | null;
  readonly limit: Decimal;
}

/** The prepared imports of a firm, the newest first, behind one; one more than the limit. */
export async function selectAllPrepared(
  db: Reader,
  { firmOid, status, after, limit }: PreparedChoice,
): Promise<ListedRow[]> {
  return db.rows(sql<ListedRow>`
    select ${listed} from prepared_import
    where firm_oid = ${firmOid} and (${status}::text is null or import_status = ${status})
      and (${after}::bigint is null or import_id < ${after}::bigint)
    order by import_id desc limit ${limit}::bigint + 1`);
}

/** How many imports wait for a decision, and how large their files are together. */
export interface Undecided {
  readonly imports: number;
  readonly bytes: number;
}

/** The waiting imports of a firm, but for one of them, if that is named. */
export async function selectUndecided(
  db: Reader,
  firmOid: string,
  except: string | null,
): Promise<Undecided> {
  const row = await db.first(sql<Undecided>`
    select count(distinct import_id)::integer as imports,
      coalesce(sum(length(content)), 0)::float8 as bytes
    from prepared_import left join prepared_import_file using (import_id)
    where firm_oid = ${firmOid} and import_status in ('OPEN', 'READY')
      and import_id is distinct from ${except}::bigint`);
  return row ?? { imports: 0, bytes: 0 };
}

/** The same, locked until the transaction ends: of two requests at once, the second counts the first. */
export async function lockUndecided(
  tx: Tx,
  firmOid: string,
  except: string | null,
): Promise<Undecided> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`imports of ${firmOid}`}, 0))`);
  return selectUndecided(tx, firmOid, except);
}

/** Stores an import, new or changed. */
export function storePrepared(sender: Sender, row: PreparedRow): void {
  sender.send(sql`
    insert into prepared_import (import_id, firm_oid, profile, import_status, stated_on, since,
      answers, accounts, report, digest, is_by_operator, prepared_by, completed_by, prepared_at,
      checked_at, decided_by, decided_at, load_id)
    values (${row.importId}, ${row.firmOid}, ${row.profile}, ${row.status}, ${row.statedOn},
      ${row.since}, ${JSON.stringify(row.answers)}::jsonb, ${JSON.stringify(row.accounts)}::jsonb,
      ${JSON.stringify(row.report)}::jsonb, ${row.digest}, ${row.isByOperator}, ${row.preparedBy},
      ${JSON.stringify(row.completedBy)}::jsonb, ${row.preparedAt}, ${row.checkedAt}, ${row.decidedBy}, ${row.decidedAt}, ${row.loadId})
    on conflict (import_id) do update set import_status = excluded.import_status,
      answers = excluded.answers, accounts = excluded.accounts, report = excluded.report,
      digest = excluded.digest, completed_by = excluded.completed_by,
      checked_at = excluded.checked_at, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, load_id = excluded.load_id`);
}

/** Stores an import that is decided: what was sent and found about clients goes, and counts and names of files stay. */
export function storeDecided(sender: Sender, row: PreparedRow): void {
  storePrepared(sender, { ...row, answers: [], accounts: [], report: withoutContent(row.report) });
  deleteAllFiles(sender, row.importId);
}

function withoutContent({ counts, filesRead }: ImportFindings): ImportFindings {
  return {
    counts,
    filesRead,
    questions: [],
    openAccounts: [],
    links: [],
    problems: [],
    notices: [],
    newSecurities: [],
    newCloses: [],
    comparedDays: [],
    breaks: [],
  };
}

/** A file of a prepared import. */
export interface PreparedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The part of a prepared import that is imported. */
export type Prepared = Pick<
  PreparedRow,
  "firmOid" | "profile" | "statedOn" | "since" | "answers" | "accounts" | "isByOperator"
> & { readonly files: readonly PreparedFile[] };

/** The SHA-256 of a file. */
export function sha256Of(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** The files of an import, in order of name. */
export async function selectFiles(db: Reader, importId: string): Promise<PreparedFile[]> {
  return db.rows(sql<PreparedFile>`
    select name, content as bytes from prepared_import_file
    where import_id = ${importId} order by name`);
}

/** Stores files of an import; one of the same name takes the place of the earlier. */
export function storeFiles(sender: Sender, importId: string, files: readonly PreparedFile[]): void {
  for (const { name, bytes } of files) {
    sender.send(sql`
      insert into prepared_import_file (import_id, name, content, content_sha256)
      values (${importId}, ${name}, ${bytes}, ${sha256Of(bytes)})
      on conflict (import_id, name) do update
        set content = excluded.content, content_sha256 = excluded.content_sha256`);
  }
}

/** Removes some files of an import. */
export function deleteFiles(sender: Sender, importId: string, names: readonly string[]): void {
  if (names.length === 0) return;
  sender.send(sql`
    delete from prepared_import_file where import_id = ${importId} and name = any(${names}::text[])`);
}

function deleteAllFiles(sender: Sender, importId: string): void {
  sender.send(sql`delete from prepared_import_file where import_id = ${importId}`);
}

/** Undecided imports that were prepared before a time, by id. */
export async function selectExpired(
  db: Reader,
  before: Date,
  most: number,
): Promise<Pick<PreparedRow, "importId" | "firmOid">[]> {
  return db.rows(sql<Pick<PreparedRow, "importId" | "firmOid">>`
    select import_id::text as "importId", firm_oid::text as "firmOid" from prepared_import
    where import_status in ('OPEN', 'READY') and prepared_at < ${before}
    order by import_id limit ${most}`);
}
