// Loads a folder: every file is staged and checked, then all of it is applied or nothing is.
import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { counted } from "../../../values/readable.ts";
import type { RowProblem } from "../../../values/row-rule.ts";
import type { WriteContext } from "../../change/context.ts";
import { type IncludedEntries, write } from "../../change/write.ts";
import { sql, type Tx, violatedConstraint } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import type { LocalCopies } from "../../store/distributed/local-copy.ts";
import { loadLock } from "../../store/store-lock.ts";
import type { BookDifferences, RowChange } from "../kinds/differences.ts";
import { LoadBusy, LoadFault, openProblemLog, type ProblemLog } from "../kinds/load-problem.ts";
import { run } from "../kinds/load-sql.ts";
import type { LoadAuthor, LoadKind } from "../load-kind.ts";
import { explained } from "../read/explained.ts";
import { findFiles, type LoadFile } from "../read/folder-files.ts";
import { stageAllRows } from "../stage/bundles.ts";
import { checkStaged } from "../stage/check-staged.ts";
import type { StagedKind } from "../stage/check-stages.ts";
import { copyConcernedRows } from "../stage/concerned-rows.ts";
import { stageFile } from "../stage/staging.ts";
import { applyKind } from "./apply-kind.ts";
import { loadFolderEntry } from "./entries.ts";
import { upsertLastLoad } from "./last-load.ts";
import { type LoadNote, loadNotes } from "./load-audit.ts";
import { loadTools } from "./load-tools.ts";
import { createChangeTable } from "./note-changes.ts";
import { openNotices } from "./notices.ts";
import { insertLoad } from "./stored-loads.ts";

/** The effect of a load, by file in the order of loading. */
export type LoadReport = readonly {
  readonly file: string;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  /** How many stored rows were withdrawn, of a kind whose rows can be. */
  readonly withdrawn?: number;
  /** The first stored rows that would be changed or withdrawn, by a load that only checks. */
  readonly changes?: readonly RowChange[];
  /** Consequences of its rows that the operator should know. */
  readonly notices?: readonly string[];
}[];

/** The progress of a load: which file is read or applied, and what share of the folder is read. */
export interface LoadProgress {
  readonly file: string;
  readonly phase: "reading" | "applying" | "computing";
  /** The rows of this file that are read, or the accounts that are computed. */
  readonly rows: number;
  /** From 0 to 1: of the folder's bytes, or of the accounts. */
  readonly share: number;
}

/** Whether a folder is loaded or only checked, and who receives its progress. */
export interface LoadOptions {
  /** Check and compare everything, and change nothing. */
  readonly check?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Receives how the books of accounts would differ, once, from a check that touches any. */
  readonly onDifferences?: (differences: BookDifferences) => void;
  /** Let it change what callers may do or see. */
  readonly allowPrivileges?: boolean;
  /** The firm to whose records the load is confined. */
  readonly firm?: string;
  /** The last day on which anything can have happened; by default that of the load in New York. */
  readonly today?: Day;
  /** The person who sends it, where it comes by request. */
  readonly author?: LoadAuthor;
  /** The largest load, where it comes by request. */
  readonly bounds?: LoadBounds;
}

/** The largest load by request: it holds locks that requests wait for as briefly as they do. */
export interface LoadBounds {
  readonly rows: number;
  /** How many accounts it may have computed. */
  readonly accounts: number;
}

/** Ends the transaction of a load that only checks. */
class OnlyChecked extends Error {}

/**
 * Loads the files of a folder in the order of `kinds`, in one transaction. Throws LoadFault with
 * every problem, or LoadBusy while another load runs; then nothing is stored.
 */
export async function loadFolder(
  ctx: WriteContext,
  kinds: readonly LoadKind[],
  folder: string,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const log = openProblemLog();
  const files = await findFiles(kinds, folder, log);
  log.refuse();
  return (await loadFiles(ctx, { ...options, kinds, files, folder })).report;
}

/** The input of a load: files that were found, wherever they come from. */
export interface FoundFiles extends LoadOptions {
  /** Every kind that there is. */
  readonly kinds: readonly LoadKind[];
  readonly files: readonly LoadFile[];
  /** The folder of the documents that rows name, if there are any. */
  readonly folder?: string;
  /** Notes what staged rows are refused for before anything else of the store is asked or locked. */
  readonly judge?: (tx: Tx, staged: readonly StagedKind[], log: ProblemLog) => Promise<void>;
  /** Stores or reads what belongs to the load by its id, once all is applied, and returns its notes. */
  readonly atEnd?: (tx: Tx, loadId: Id) => Promise<NotesAtEnd>;
}

/** The audit notes of everything that was stored with a load. */
export interface NotesAtEnd {
  readonly notes: readonly LoadNote[];
  /** The entries of another operation that is part of it. */
  readonly included?: IncludedEntries;
}

/** Loads files like those of a folder; returns the report with the id under which it is stored. */
export async function loadFiles(
  ctx: WriteContext,
  options: FoundFiles,
): Promise<{ readonly id: string; readonly report: LoadReport }> {
  const { kinds, check = false, onProgress = () => {}, today = newYorkDay(ctx.now) } = options;
  let report: LoadReport = [];
  const change = async (tx: Tx) => {
    const began = performance.now();
    await prepare(tx, options);
    let books: BookDifferences | undefined;
    const onDifferences = (found: BookDifferences) => {
      books = found;
      options.onDifferences?.(found);
    };
    report = await stageAndApply(tx, ctx, { ...options, check, today, onProgress, onDifferences });
    const id = ctx.newId();
    const { notes = [], included } = (await options.atEnd?.(tx, id)) ?? {};
    if (check) throw new OnlyChecked();
    const rows = report.reduce((sum, { rows: ofFile }) => sum + ofFile, 0);
    const load = { startedAt: ctx.realNow.toISOString(), rows };
    await upsertLastLoad(tx, { ...load, durationMs: Math.round(performance.now() - began) });
    await insertLoad(tx, { ...load, id, actor: ctx.actor, files: report, books });
    const tellers = new Map(kinds.map((kind) => [kind.name, kind]));
    return { value: id, audit: withNotes(loadNotes(tx, tellers), notes), included };
  };
  const own = { ...ctx, db: ctx.db.forLoads };
  const id = await write(own, loadFolderEntry, change).catch((error: unknown) => {
    if (!(error instanceof OnlyChecked)) throw error;
    return "";
  });
  ctx.replayed = own.replayed;
  return { id, report };
}

async function* withNotes(
  notes: AsyncIterable<readonly LoadNote[]>,
  more: readonly LoadNote[],
): AsyncGenerator<readonly LoadNote[]> {
  yield* notes;
  if (more.length > 0) yield more;
}

async function prepare(tx: Tx, { bounds }: LoadOptions): Promise<void> {
  const lock = await tx.first(sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${loadLock}) as "isFree"`);
  if (!lock?.isFree) throw new LoadBusy();
  // Lets the server end the load of a killed process, and so release its locks, if the platform
  // supports it.
  await run(
    tx,
    declared`do $$ begin perform set_config('client_connection_check_interval', '1s', true);
     exception when others then null; end $$`,
  );
  if (bounds === undefined) {
    // A load may take longer than any request, unless it is one.
    await run(tx, declared`set local statement_timeout = 0`);
    await run(tx, declared`set local idle_in_transaction_session_timeout = 0`);
  }
  await createChangeTable(tx);
}

interface Folder extends FoundFiles {
  readonly today: Day;
  readonly check: boolean;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** The author of a load by the command line. */
export const nobody: LoadAuthor = { named: null, bound: null };

async function stageAndApply(tx: Tx, ctx: WriteContext, options: Folder): Promise<LoadReport> {
  const { files, onProgress, judge, bounds, author = nobody } = options;
  const log = openProblemLog();
  const staged = await stageFiles(tx, ctx, options, log);
  if (judge !== undefined) {
    await judge(tx, staged, log);
    log.refuse();
  }
  const copies = await copyConcernedRows(
    tx,
    options.kinds,
    staged.map(({ kind }) => kind),
  );
  await checkStaged(tx, staged, options, log);
  log.refuse();
  const report: LoadReport[number][] = [];
  for (const file of files) {
    const rows = staged.find(({ kind }) => kind === file.kind)?.rows ?? 0;
    onProgress({ file: file.name, phase: "applying", rows, share: 1 });
    const isShown = options.check || bounds !== undefined;
    const applied = await explained(file, () => complete(tx, ctx, file, { isShown, author }));
    report.push({ file: file.name, rows, ...applied });
  }
  await sendBack(copies, files);
  return endLoad(tx, files, { ...options, report, now: ctx.now });
}

type Staged = StagedKind & { readonly rows: number };

async function stageFiles(
  tx: Tx,
  ctx: WriteContext,
  { files, folder, today, bounds, judge, onProgress }: Folder,
  log: ProblemLog,
): Promise<Staged[]> {
  const toolsFor = (note: (problem: RowProblem) => void) => loadTools(ctx, folder, note);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const before = { rows: 0, bytes: 0 };
  // A judge that goes before all else is shown every row.
  const mayBundle = judge === undefined;
  const staged: Staged[] = [];
  for (const file of files) {
    const onRead = (rows: number, bytes: number) => {
      refuseBeyond(bounds, file, before.rows + rows);
      const share = size === 0 ? 1 : (before.bytes + bytes) / size;
      onProgress({ file: file.name, phase: "reading", rows, share });
    };
    const result = await explained(file, () =>
      stageFile({ tx, log, toolsFor, today, onRead, mayBundle }, file),
    );
    staged.push({ kind: file.kind, file: file.name, ...result });
    before.bytes += file.size;
    before.rows += result.rows;
  }
  return staged;
}

function refuseBeyond(bounds: LoadBounds | undefined, { name }: LoadFile, rows: number): void {
  if (bounds === undefined || rows <= bounds.rows) return;
  const most = counted(bounds.rows, "row");
  const reason = `A load by request has ${most} at most; \`bursar load\` has no such bound.`;
  throw new LoadFault([{ file: name, reason }]);
}

/** A rejection that only the node of an account can make belongs to the file that knows the
 * constraint. */
async function sendBack(
  copies: LocalCopies | undefined,
  files: readonly LoadFile[],
): Promise<void> {
  try {
    await copies?.sendBack();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? "";
    const file =
      files.find(({ kind }) => kind.constraints?.[constraint] !== undefined) ??
      files.find(({ kind }) => constraint.startsWith(`${kind.table}_`)) ??
      files.at(-1);
    if (file === undefined) throw error;
    await explained(file, () => Promise.reject(error));
  }
}

interface Ending extends Pick<Folder, "check" | "bounds" | "onProgress" | "onDifferences"> {
  readonly report: LoadReport;
  readonly now: Date;
}

/** Lets kinds derive what follows from all of the load; their notices go with their last file. */
async function endLoad(
  tx: Tx,
  files: readonly LoadFile[],
  { report, now, check, bounds, onProgress, onDifferences }: Ending,
): Promise<LoadReport> {
  const notices = new Map<string, readonly string[]>();
  const ends = new Map([
    ...files.map((file) => [file.kind.afterAll, file] as const),
    ...files.map((file) => [file.kind.atEnd, file] as const),
  ]);
  for (const [derive, file] of ends) {
    if (derive === undefined) continue;
    const { notify, shown } = openNotices();
    const onAccounts = (rows: number, all: number) =>
      onProgress({ file: file.name, phase: "computing", rows, share: rows / all });
    const end = {
      now,
      notify,
      onAccounts,
      ...(bounds && { mostAccounts: bounds.accounts }),
      ...((check || bounds) && onDifferences && { onDifferences }),
    };
    await explained(file, () => derive(tx, end), files);
    notices.set(file.name, [...(notices.get(file.name) ?? []), ...shown()]);
  }
  return report.map((each) => {
    const notes = [...(each.notices ?? []), ...(notices.get(each.file) ?? [])];
    return notes.length === 0 ? each : { ...each, notices: notes };
  });
}

async function complete(
  tx: Tx,
  { vault, now }: WriteContext,
  file: LoadFile,
  { isShown: showsChanges, author }: { readonly isShown: boolean; readonly author: LoadAuthor },
): Promise<Omit<LoadReport[number], "file" | "rows">> {
  const log = openProblemLog();
  const { kind } = file;
  let found = (await kind.beforeApply?.(tx, kind.stage, author)) ?? [];
  if (found.length > 0 && (await stageAllRows(tx, kind))) {
    found = (await kind.beforeApply?.(tx, kind.stage, author)) ?? [];
  }
  for (const problem of found) log.add({ file: file.name, ...problem });
  log.refuse();
  const { notify, shown } = openNotices();
  const applied = await applyKind(tx, vault, kind, { now, notify, showsChanges });
  const notices = shown();
  return notices.length === 0 ? applied : { ...applied, notices };
}
