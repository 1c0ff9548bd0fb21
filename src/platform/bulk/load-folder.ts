// Loads a folder: every file is staged and checked, then all of it is applied or nothing is.
import { type Day, newYorkDay } from "../../values/dates.ts";
import type { RowProblem } from "../../values/row-rule.ts";
import type { WriteContext } from "../change/context.ts";
import { write } from "../change/write.ts";
import { sql, type Tx, violatedConstraint } from "../store/db.ts";
import { declared } from "../store/declared-sql.ts";
import type { Near } from "../store/spread/near.ts";
import { sqlState } from "../store/store-error.ts";
import { loadLock } from "../store/store-lock.ts";
import { applyKind } from "./apply-kind.ts";
import { checkFirm } from "./check-firm.ts";
import { checkPrivileges, checkStages, type StagedKind } from "./check-stages.ts";
import type { BookDifferences, RowChange } from "./differences.ts";
import { loadFolderEntry } from "./entries.ts";
import { documents, findFiles, type LoadFile, readDocument } from "./folder-files.ts";
import { upsertLastLoad } from "./last-load.ts";
import { loadNotes } from "./load-audit.ts";
import type { LoadKind, LoadTools } from "./load-kind.ts";
import { LoadBusy, LoadFault, maxShown, openProblemLog, RowsRefused } from "./load-problem.ts";
import { run } from "./load-sql.ts";
import { bringStagedNear } from "./near-stages.ts";
import { createChangeTable } from "./note-changes.ts";
import { openNotices } from "./notices.ts";
import { isOfData, LineRefused } from "./refused-line.ts";
import { stageFile } from "./staging.ts";

/** What a load did, by file in the order of loading. */
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

/** How a folder is loaded: really or as a check, and who receives its progress. */
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
  const { check = false, onProgress = () => {}, today = newYorkDay(ctx.now) } = options;
  const log = openProblemLog();
  const files = await findFiles(kinds, folder, log);
  log.refuse();
  let report: LoadReport = [];
  const change = async (tx: Tx) => {
    const began = performance.now();
    await prepare(tx);
    const given = { ...options, check, kinds, files, folder, today, onProgress };
    report = await loadFiles(tx, ctx, given);
    if (check) throw new OnlyChecked();
    await upsertLastLoad(tx, {
      startedAt: ctx.realNow.toISOString(),
      rows: report.reduce((sum, { rows }) => sum + rows, 0),
      durationMs: Math.round(performance.now() - began),
    });
    const tellers = new Map(kinds.map((kind) => [kind.name, kind]));
    return { value: null, audit: loadNotes(tx, tellers) };
  };
  await write({ ...ctx, db: ctx.db.forLoads }, loadFolderEntry, change).catch((error: unknown) => {
    if (!(error instanceof OnlyChecked)) throw error;
  });
  return report;
}

async function prepare(tx: Tx): Promise<void> {
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
  // A load may take longer than any request.
  await run(tx, declared`set local statement_timeout = 0`);
  await run(tx, declared`set local idle_in_transaction_session_timeout = 0`);
  await createChangeTable(tx);
}

interface Folder extends LoadOptions {
  /** Every kind that there is. */
  readonly kinds: readonly LoadKind[];
  readonly files: readonly LoadFile[];
  readonly folder: string;
  readonly today: Day;
  readonly check: boolean;
  readonly onProgress: (progress: LoadProgress) => void;
}

async function loadFiles(tx: Tx, ctx: WriteContext, options: Folder): Promise<LoadReport> {
  const { files, folder, today, firm, allowPrivileges, onProgress } = options;
  const log = openProblemLog();
  const toolsFor = (note: (problem: RowProblem) => void) => toolsOf(ctx, folder, note);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  let before = 0;
  const staged: (StagedKind & { readonly rows: number })[] = [];
  for (const file of files) {
    const onRead = (rows: number, bytes: number) => {
      const share = size === 0 ? 1 : (before + bytes) / size;
      onProgress({ file: file.name, phase: "reading", rows, share });
    };
    const result = await explained(file, () =>
      stageFile({ tx, log, toolsFor, today, onRead }, file),
    );
    staged.push({ kind: file.kind, file: file.name, ...result });
    before += file.size;
  }
  const near = await bringStagedNear(
    tx,
    options.kinds,
    staged.map(({ kind }) => kind),
  );
  await checkStages(tx, staged, log);
  if (firm !== undefined) await checkFirm(tx, staged, { firm, log });
  if (!allowPrivileges) await checkPrivileges(tx, staged, log);
  log.refuse();
  const report: LoadReport[number][] = [];
  for (const file of files) {
    const rows = staged.find(({ kind }) => kind === file.kind)?.rows ?? 0;
    onProgress({ file: file.name, phase: "applying", rows, share: 1 });
    const applied = await explained(file, () => complete(tx, ctx, file, options.check));
    report.push({ file: file.name, rows, ...applied });
  }
  await sendBack(near, files);
  return endLoad(tx, files, { ...options, report, now: ctx.now });
}

/** What only the node of an account can refuse belongs to the file that knows the constraint. */
async function sendBack(near: Near | undefined, files: readonly LoadFile[]): Promise<void> {
  try {
    await near?.sendBack();
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

interface Ending extends Pick<Folder, "check" | "onProgress" | "onDifferences"> {
  readonly report: LoadReport;
  readonly now: Date;
}

/** Lets kinds derive what follows from all of the load; their notices go with their last file. */
async function endLoad(
  tx: Tx,
  files: readonly LoadFile[],
  { report, now, check, onProgress, onDifferences }: Ending,
): Promise<LoadReport> {
  const notices = new Map<string, readonly string[]>();
  const ends = new Map(files.map((file) => [file.kind.afterAll, file]));
  for (const [afterAll, file] of ends) {
    if (afterAll === undefined) continue;
    const { notify, shown } = openNotices();
    const onAccounts = (rows: number, all: number) =>
      onProgress({ file: file.name, phase: "computing", rows, share: rows / all });
    const end = {
      ...{ now, notify, onAccounts },
      ...(check && onDifferences && { onDifferences }),
    };
    await explained(file, () => afterAll(tx, end), files);
    notices.set(file.name, shown());
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
  showsChanges: boolean,
): Promise<Omit<LoadReport[number], "file" | "rows">> {
  const log = openProblemLog();
  const found = (await file.kind.beforeApply?.(tx, file.kind.stage)) ?? [];
  for (const problem of found) log.add({ file: file.name, ...problem });
  log.refuse();
  const { notify, shown } = openNotices();
  const applied = await applyKind(tx, vault, file.kind, { now, notify, showsChanges });
  const notices = shown();
  return notices.length === 0 ? applied : { ...applied, notices };
}

/** What the store refuses becomes a problem of the file that was being loaded. */
async function explained<T>(
  file: LoadFile,
  work: () => Promise<T>,
  files: readonly LoadFile[] = [],
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowsRefused) throw refusedFiles(file, files, error);
    const refusal = error instanceof LineRefused ? error.cause : error;
    const constraint = violatedConstraint(refusal);
    if (constraint === undefined && !isOfData(refusal)) throw error;
    const known = constraint === undefined ? undefined : file.kind.constraints?.[constraint];
    const reason = `The store refuses a row (${constraint ?? `condition ${sqlState(refusal)}`}).`;
    const place = error instanceof LineRefused ? { line: error.line } : {};
    throw new LoadFault([{ file: file.name, ...place, ...(known ?? { reason }) }]);
  }
}

function refusedFiles(
  { name }: LoadFile,
  files: readonly LoadFile[],
  { problems }: RowsRefused,
): LoadFault {
  const shown = problems.slice(0, maxShown).map(({ kind, ...problem }) => ({
    file: files.find((file) => file.kind.name === kind)?.name ?? name,
    ...problem,
  }));
  return new LoadFault(shown, problems.length);
}

function toolsOf(
  ctx: WriteContext,
  folder: string,
  note: (problem: RowProblem) => void,
): LoadTools {
  return {
    vault: ctx.vault,
    now: ctx.now,
    async document(column, name) {
      const bytes = await readDocument(folder, name);
      if (bytes !== undefined) return bytes;
      const reason = `The folder ${documents} has no plain file with this name.`;
      note({ column, reason, value: name });
      return undefined;
    },
  };
}
