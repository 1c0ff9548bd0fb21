// Imports custodians' files: reads them, asks what is not known, loads the rest in one transaction, and
// compares what custodians state with the books. (docs/importing.md)
import { createHash } from "node:crypto";
import type { AccountSeen, CustodianFile } from "@bursar/custodian-files";
import type { Id } from "@bursar/values/ids";
import type { LoadNote } from "../../../platform/bulk/apply/load-audit.ts";
import { type LoadReport, loadFiles } from "../../../platform/bulk/apply/load-folder.ts";
import {
  LoadFault,
  type LoadProblem,
  openProblemLog,
} from "../../../platform/bulk/kinds/load-problem.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { type Reader, type Tx, violatedConstraint } from "../../../platform/store/db.ts";
import { includeDays, reconcileDays } from "../../books/reconciliations/changes.ts";
import { type FoundBreaks, findBreaksOn } from "../../books/reconciliations/reads.ts";
import { type ImportedRow, insertImport, insertRows, upsertAnswers } from "./import-queries.ts";
import { atTheirLines, plannedFiles, type RecordsOfKind } from "./load-planned.ts";
import { type ImportInput, type ImportPlan, planImport } from "./plan-import.ts";
import type { ImportQuestion } from "./questions.ts";

/** The result of reading an import: its plan, and the breaks by day of the custodian's statements,
 * none if the files have none. */
export interface Brought {
  readonly plan: ImportPlan;
  readonly breaks: readonly FoundBreaks[];
}

/** Stores what belongs to an import by its id, once all is applied, or refuses what it brings; returns what its firm's
 * audit entry says of it besides, and its events. */
export type AtEnd = (tx: Tx, importId: Id, brought: Brought) => Promise<NotedAtEnd>;

/** The row and events that were stored with an import, for its audit entry. */
export interface NotedAtEnd {
  readonly row: Readonly<Record<string, string>>;
  readonly events: readonly EventNote[];
}

/** The outcome of an import: questions and problems, and nothing is stored; or the stored records,
 * with their breaks. */
export type ImportOutcome =
  | {
      readonly state: "open";
      readonly questions: readonly ImportQuestion[];
      /** The accounts that the file of accounts does not name. */
      readonly accounts: readonly AccountSeen[];
      readonly fault: LoadFault | undefined;
      readonly plan: ImportPlan;
    }
  | (Brought & {
      readonly state: "done";
      /** Undefined for a check, and where the files bring nothing new. */
      readonly importId: string | undefined;
      readonly report: LoadReport;
      /** Days that are before the last one reconciled, whose breaks are not kept. */
      readonly lateDays: readonly string[];
    });

/** Imports, or only checks. Throws LoadBusy while a load runs. What `atEnd` notes is stored with an import that brings
 * anything, in its transaction. */
export async function runImport(
  ctx: WriteContext,
  input: ImportInput,
  atEnd?: AtEnd,
): Promise<ImportOutcome> {
  const plan = await planImport(ctx, input);
  const { questions, openAccounts: accounts } = plan;
  if (questions.length > 0 || plan.problems.length > 0) {
    return { state: "open", questions, accounts, fault: faultOf(plan.problems), plan };
  }
  try {
    return await loadPlan(ctx, { input, plan, atEnd });
  } catch (error) {
    const refused = error instanceof LoadFault ? error : broughtMeanwhile(error, input);
    if (refused === undefined) throw error;
    const fault = atTheirLines(refused, plan.records);
    return { state: "open", questions, accounts, fault, plan };
  }
}

/** The refusal of an import whose rows another one has stored since it was planned. */
function broughtMeanwhile(error: unknown, { files }: ImportInput): LoadFault | undefined {
  if (violatedConstraint(error) !== "import_row_pkey") return undefined;
  const reason = "Another import has brought some of its rows meanwhile.";
  return new LoadFault([{ file: files[0]?.name ?? "", reason, cure: "import it again" }]);
}

function faultOf(problems: readonly LoadProblem[]): LoadFault | undefined {
  const log = openProblemLog();
  for (const problem of problems) log.add(problem);
  try {
    log.refuse();
    return undefined;
  } catch (error) {
    if (error instanceof LoadFault) return error;
    throw error;
  }
}

interface Planned {
  readonly input: ImportInput;
  readonly plan: ImportPlan;
  readonly atEnd: AtEnd | undefined;
}

async function loadPlan(
  ctx: WriteContext,
  { input, plan, atEnd }: Planned,
): Promise<ImportOutcome> {
  const { kinds, bounds, check = false } = input;
  const files = plannedFiles(kinds, plan.records);
  let breaks: FoundBreaks[] = [];
  let lateDays: readonly string[] = [];
  if (files.length === 0 && plan.newAnswers.length === 0) {
    breaks = await breaksOf(ctx.db, plan, ctx.now);
    if (!check) lateDays = await reconcileDays(withoutRequest(ctx), breaks);
    return { state: "done", importId: undefined, report: [], plan, breaks, lateDays };
  }
  const { id, report } = await loadFiles(ctx, {
    kinds,
    files,
    check,
    ...(bounds && { bounds }),
    atEnd: async (tx, importId) => {
      await storeImport(tx, ctx, { input, plan, importId });
      breaks = await breaksOf(tx, plan, ctx.now);
      const noted = await atEnd?.(tx, importId, { plan, breaks });
      const notes = [noteOf({ input, plan, importId }, noted)];
      if (check) return { notes };
      // In the same transaction: what is booked and what differs are known together, or neither is.
      const kept = await includeDays(tx, ctx, breaks);
      lateDays = kept.lateDays;
      return { notes, included: kept.included };
    },
  });
  return { state: "done", importId: check ? undefined : id, report, plan, breaks, lateDays };
}

/** The context of a change before that of the request, to which its key and signature belong. */
function withoutRequest(ctx: WriteContext): WriteContext {
  return { ...ctx, repeat: undefined, signature: undefined };
}

async function breaksOf(db: Reader, { statements }: ImportPlan, now: Date): Promise<FoundBreaks[]> {
  const found: FoundBreaks[] = [];
  for (const statement of statements) found.push(await findBreaksOn(db, statement, now));
  return found;
}

interface Stored {
  readonly input: ImportInput;
  readonly plan: ImportPlan;
  readonly importId: Id;
}

const rowsAtOnce = 10_000;

async function storeImport(
  tx: Tx,
  { actor, realNow }: WriteContext,
  { input, plan, importId }: Stored,
): Promise<void> {
  const { firmOid, profile, files } = input;
  await insertImport(tx, {
    importId,
    firmOid,
    profile: profile.name,
    actor,
    startedAt: realNow,
    transactions: countOf(plan.records, "transactions"),
    report: {
      files: files.map(fileNote),
      accounts: plan.openedAccounts,
      notices: plan.notices,
    },
  });
  await upsertAnswers(tx, { firmOid, profile: profile.name }, plan.newAnswers);
  for (let at = 0; at < plan.importedRows.length; at += rowsAtOnce) {
    const some: readonly ImportedRow[] = plan.importedRows.slice(at, at + rowsAtOnce);
    await insertRows(tx, importId, some);
  }
}

function fileNote({ name, bytes }: CustodianFile) {
  return { name, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** The entry of the firm: the hashes of the files, and how much was answered. Names and rows are those of clients, and an
 * entry stays for ever. */
function noteOf({ input, plan, importId }: Stored, noted: NotedAtEnd | undefined): LoadNote {
  const { firmOid, profile, files } = input;
  const row = {
    importId,
    profile: profile.name,
    files: files.map((file) => fileNote(file).sha256),
    transactions: String(countOf(plan.records, "transactions")),
    answers: String(plan.newAnswers.length),
    ...noted?.row,
  };
  const events = noted?.events ?? [];
  return { subject: `firm:${firmOid}`, after: { imports: [row] }, events };
}

/** How many records of a kind are loaded. */
export function countOf(records: readonly RecordsOfKind[], kind: string): number {
  return records.find((each) => each.kind === kind)?.records.length ?? 0;
}
