// Files that were sent by request, loaded by the same code as a folder, within bounds: which kinds
// they may be of, and whose records, is decided before the store is asked for anything else.
import type { RowProblem } from "../../../values/row-rule.ts";
import type { WriteContext } from "../../change/context.ts";
import type { Tx } from "../../store/db.ts";
import { LoadBusy, LoadFault, openProblemLog, type ProblemLog } from "../kinds/load-problem.ts";
import type { LoadAuthor, LoadKind } from "../load-kind.ts";
import { fileNames, type LoadFile, unknownFile } from "../read/folder-files.ts";
import type { StagedKind } from "../stage/check-stages.ts";
import { type LoadBounds, loadFiles } from "./load-folder.ts";

/** A file that was sent. */
export interface SentFile {
  readonly name: string;
  readonly text: string;
}

/** A problem of a staged row. */
export type StagedProblem = RowProblem & { readonly line: number };

/** The rule by which a kind may be sent; one that has no such rule is never loaded by request. */
export interface SentRule {
  /** Whether administrators of firms may send it, or the operator alone. */
  readonly byFirms: boolean;
  /** Faults of staged rows that came by request, of a firm where one has sent them. */
  readonly check?: (
    tx: Tx,
    rows: { readonly stage: string; readonly firm: string | undefined },
  ) => Promise<readonly StagedProblem[]>;
}

/** The rules of the kinds that may be sent, by the kind's name. */
export type SentRules = Readonly<Record<string, SentRule>>;

/** The input of a load by request. */
export interface SentLoad {
  readonly kinds: readonly LoadKind[];
  readonly rules: SentRules;
  readonly files: readonly SentFile[];
  /** The firm to whose records it is confined; undefined for the operator's. */
  readonly firm: string | undefined;
  readonly bounds: LoadBounds;
  readonly author: LoadAuthor;
}

/** The outcome: the id under which the load is stored, or why nothing is stored. */
export type SentOutcome =
  | { readonly id: string }
  | { readonly fault: LoadFault }
  | { readonly isBusy: true };

/** Loads what was sent, completely or not at all. */
export async function loadSent(ctx: WriteContext, sent: SentLoad): Promise<SentOutcome> {
  try {
    return { id: await loadOrThrow(ctx, sent) };
  } catch (error) {
    if (error instanceof LoadFault) return { fault: error };
    if (error instanceof LoadBusy) return { isBusy: true };
    throw error;
  }
}

async function loadOrThrow(ctx: WriteContext, sent: SentLoad): Promise<string> {
  const { kinds, rules, firm, bounds, author } = sent;
  const log = openProblemLog();
  const files = findSent(sent, log);
  log.refuse();
  const judge = (tx: Tx, staged: readonly StagedKind[], problems: ProblemLog) =>
    judgeSent(tx, { staged, rules, firm }, problems);
  const found = { kinds, files, bounds, author, judge, ...(firm !== undefined && { firm }) };
  return (await loadFiles(ctx, found)).id;
}

/** The files in the order of `kinds`; notes in the log what may not be sent. */
function findSent({ kinds, rules, files, firm }: SentLoad, log: ProblemLog): LoadFile[] {
  if (files.length === 0) log.add({ file: "files", reason: "There is no file of records." });
  const seen = new Set<string>();
  for (const { name } of files) {
    if (seen.has(name)) log.add({ file: name, reason: "The file was sent twice." });
    seen.add(name);
    const kind = kinds.find((each) => fileNames(each).includes(name));
    if (kind === undefined) log.add({ file: name, ...unknownFile(name, kinds) });
    else noteRefused({ name, rule: rules[kind.name], firm }, log);
  }
  return kinds.flatMap((kind): LoadFile[] => {
    const own = files.filter(({ name }) => fileNames(kind).includes(name));
    const names = own.map(({ name }) => name);
    if (new Set(names).size > 1) {
      log.add({ file: names.join(", "), reason: "Only one of the two files may be sent." });
    }
    return own.map(({ name, text }) => {
      const bytes = Buffer.from(text);
      return { name, path: "", kind, size: bytes.length, bytes };
    });
  });
}

interface Named {
  readonly name: string;
  readonly rule: SentRule | undefined;
  readonly firm: string | undefined;
}

function noteRefused({ name, rule, firm }: Named, log: ProblemLog): void {
  if (rule === undefined) {
    log.add({ file: name, reason: "It is loaded by the command `bursar load` alone." });
  } else if (firm !== undefined && !rule.byFirms) {
    log.add({ file: name, reason: "Only the operator loads these records." });
  }
}

interface Judged extends Pick<SentLoad, "rules" | "firm"> {
  readonly staged: readonly StagedKind[];
}

async function judgeSent(tx: Tx, { staged, rules, firm }: Judged, log: ProblemLog): Promise<void> {
  for (const { kind, file } of staged) {
    const found = (await rules[kind.name]?.check?.(tx, { stage: kind.stage, firm })) ?? [];
    for (const problem of found) log.add({ file, ...problem });
  }
}
