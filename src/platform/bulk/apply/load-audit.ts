// The audit notes of a load: one per subject, read back in batches so that memory stays flat.
import type { NoteOf } from "../../change/audit-entry.ts";
import type { EventNote } from "../../change/event.ts";
import type { Tx } from "../../store/db.ts";
import { declared } from "../../store/declared-sql.ts";
import { query, run } from "../kinds/load-sql.ts";
import type { LoadKind } from "../load-kind.ts";
import type { loadFolderEntry, Summary } from "./entries.ts";

/** The note that a load makes of one subject. */
export type LoadNote = NoteOf<typeof loadFolderEntry>;

interface NotedChange {
  readonly subject: string;
  readonly kind: string;
  readonly line: string | null;
  readonly isNew: boolean;
  readonly before: object | null;
  readonly after: object | null;
  readonly summary: Summary | null;
  readonly stands: object | null;
  readonly isSecond: boolean;
}

// A new account may have a thousand rows.
const subjectsAtOnce = 200;

// An entry and its events stay small: of an offer many subscriptions may be loaded at once.
const secondsOfEntry = 1_000;

/** The kinds with the events of their records, by name. */
type Emitters = ReadonlyMap<string, Pick<LoadKind, "events" | "schema">>;

/** Yields the notes of every subject that the load changed, in batches, in order of subject, each
 * with its events. */
export async function* loadNotes(tx: Tx, emitters: Emitters): AsyncGenerator<readonly LoadNote[]> {
  await run(tx, declared`create index on load_change (subject)`);
  await run(tx, declared`analyze load_change`);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const changes: NotedChange[] = await selectChangesAfter(tx, after);
    const notes = auditNotes(changes, emitters);
    if (notes.length > 0) yield notes;
    after = notes.at(-1)?.subject;
  }
}

async function selectChangesAfter(tx: Tx, after: string): Promise<NotedChange[]> {
  return query<NotedChange>(
    tx,
    declared`select subject, kind, line::text as line, coalesce(is_new, false) as "isNew", before,
       after, summary, stands, is_second as "isSecond" from load_change
     where subject in (select distinct subject from load_change where subject > $1
       order by subject limit ${subjectsAtOnce})
     order by subject, kind, load_change.line, load_change.part`,
    [after],
  );
}

interface RowChange {
  isNew: boolean;
  isWithdrawn: boolean;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The unchanged part of a record that was stored. */
  stands: Record<string, unknown>;
}

/** The notes of some subjects' changes, each with its events. */
export function auditNotes(changes: readonly NotedChange[], emitters: Emitters): LoadNote[] {
  const subjects = Map.groupBy(changes, (change) => change.subject);
  return [...subjects].flatMap(([subject, ofSubject]) =>
    divideAmongEntries(ofSubject).map((ofEntry) => subjectNote(subject, ofEntry, emitters)),
  );
}

/** Divides what is noted of a subject among entries: one, unless it is the second of many rows. */
function divideAmongEntries(ofSubject: readonly NotedChange[]): (readonly NotedChange[])[] {
  const [seconds, own] = partition(ofSubject, ({ isSecond }) => isSecond);
  const lines = [...Map.groupBy(seconds, ({ kind, line }) => `${kind} ${line}`).values()];
  const [first = [], ...others] = inChunks(lines, secondsOfEntry).map((chunk) => chunk.flat());
  return [[...own, ...first], ...others];
}

function partition<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

function inChunks<T>(values: readonly T[], size: number): T[][] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, n) => values.slice(n * size, (n + 1) * size));
}

function subjectNote(
  subject: string,
  changes: readonly NotedChange[],
  emitters: Emitters,
): LoadNote {
  const ofRows = changes.filter((change) => change.summary === null);
  const kinds = [...Map.groupBy(ofRows, (change) => change.kind)];
  const rows = kinds.map(([kind, ofKind]) => [kind, joinRows(ofKind)] as const);
  const summaries = changes.flatMap(({ kind, summary }) =>
    summary === null ? [] : [[kind, summary] as const],
  );
  // A new row has nothing before, a withdrawn one nothing after; null keeps the lists in step.
  const before = rows.map(
    ([kind, list]) => [kind, list.map((row) => (row.isNew ? null : row.before))] as const,
  );
  const after = rows.map(
    ([kind, list]) => [kind, list.map((row) => (row.isWithdrawn ? null : row.after))] as const,
  );
  const events = [
    ...rows.flatMap(([kind, list]) => eventsOfRows(subject, list, emitters.get(kind))),
    ...summaries.flatMap(
      ([kind, { keys = [] }]) => emitters.get(kind)?.events?.ofKeys?.(keys) ?? [],
    ),
  ];
  return {
    subject,
    events,
    ...(kinds.length > 0 && {
      before: Object.fromEntries(before),
      after: Object.fromEntries(after),
    }),
    ...(summaries.length > 0 && { detail: Object.fromEntries(summaries) }),
  };
}

function isEmpty(value: unknown): boolean {
  return (value ?? null) === null || (Array.isArray(value) && value.length === 0);
}

function eventsOfRows(
  subject: string,
  rows: readonly RowChange[],
  kind: Pick<LoadKind, "events" | "schema"> | undefined,
): EventNote[] {
  const { ofRow, storedIn } = kind?.events ?? {};
  if (kind === undefined || ofRow === undefined) return [];
  // Columns derived from the file's are stored with them, and have no name in the note.
  const columns = Object.keys(kind.schema.properties);
  return rows.flatMap((row) => {
    const { isNew } = row;
    const whole = (own: RowChange["before"]) => {
      const within = storedIn === undefined ? undefined : (own[storedIn] as object | undefined);
      return { ...row.stands, ...within, ...own };
    };
    const before = whole(row.before);
    const after = whole(row.after);
    const isOther = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
    const fields = isNew
      ? columns.filter((name) => !isEmpty(after[name]))
      : columns.filter(isOther);
    // A derived column may change while the record does not.
    if (fields.length === 0) return [];
    return ofRow({ subject, isNew, before, after, fields: fields.toSorted() });
  });
}

/** A row and its lists are noted separately; here they are joined again, by their line. */
export function joinRows(
  changes: readonly (Pick<NotedChange, "line" | "isNew" | "before" | "after"> &
    Partial<Pick<NotedChange, "stands">>)[],
): RowChange[] {
  const lines = new Map<string, RowChange>();
  for (const { line, isNew, before, after, stands } of changes) {
    if (line === null) continue;
    const row = lines.get(line) ?? newRow();
    row.isNew ||= isNew;
    row.isWithdrawn ||= after === null;
    Object.assign(row.before, before);
    Object.assign(row.after, after);
    Object.assign(row.stands, stands);
    lines.set(line, row);
  }
  return [...lines.values()];
}

function newRow(): RowChange {
  return { isNew: false, isWithdrawn: false, before: {}, after: {}, stands: {} };
}
