// Notes what a load has changed in the table `load_change`, from which the audit entries and what is
// emitted are made.
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined, literal } from "../../store/declared-sql.ts";
import { countRows, run } from "../kinds/load-sql.ts";
import type { SecondSubject } from "../kinds/loaded-change.ts";
import { columnFor, type LoadKind } from "../load-kind.ts";
import { rowJson, selectShown } from "../stage/change-columns.ts";
import type { Applied } from "./apply-daily-rows.ts";
import { type ListChanges, storedLists } from "./apply-lists.ts";

/** Makes the table in which changes are noted until the end of the transaction. A change has one row
 * for what differs of the record's own columns and one for each list, in the order of `part`; `stands` is what does not
 * differ. What is noted of a second subject as well is there once more. */
export async function createChangeTable(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_change (
       subject text collate "C", kind text, line bigint, is_new boolean,
       before jsonb, after jsonb, summary jsonb, stands jsonb,
       part integer not null default 0, is_second boolean not null default false) on commit drop`,
  );
}

/** Notes the rows of a kind that were added or changed; returns how many. */
export async function noteChanges(
  tx: Tx,
  kind: LoadKind,
  main: string,
  lists: readonly ListChanges[],
): Promise<Applied> {
  const added = await countRows(tx, declared`select 1 from ${main} where is_new`);
  const tables = [main, ...lists.map(({ changes }) => changes)];
  const lines = tables.map((table) => declared`select line from ${table}`);
  const all = await countRows(tx, joined(lines, " union "));
  const { ofRow, ofOther } = await standing(tx, kind);
  await noteTable(tx, kind, { changes: main, part: 0, stands: ofOther });
  for (const [index, { changes }] of lists.entries()) {
    await noteTable(tx, kind, { changes, part: index + 1, stands: ofRow });
  }
  if (kind.events?.second) await noteSecond(tx, kind, kind.events.second);
  if (kind.withdrawal === undefined) return { added, changed: all - added };
  const withdrawn = await countRows(tx, declared`select 1 from ${main} where after is null`);
  return { added, changed: all - added - withdrawn, withdrawn };
}

/** The event of a changed row needs the rest of the row: of a list that has changed the row and its
 * other lists, of a row its lists. */
async function standing(tx: Tx, kind: LoadKind): Promise<{ ofRow: SqlPart; ofOther: SqlPart }> {
  const none = declared`null::jsonb`;
  if (kind.events?.ofRow === undefined || kind.lists.length === 0) {
    return { ofRow: none, ofOther: none };
  }
  const lists = await storedLists(tx, kind);
  const row = rowJson("s", await selectShown(tx, kind, kind.stage));
  return { ofRow: declared`${row} || ${lists}`, ofOther: lists };
}

interface NotedTable {
  readonly changes: string;
  readonly part: number;
  readonly stands: SqlPart;
}

async function noteTable(
  tx: Tx,
  kind: LoadKind,
  { changes, part, stands }: NotedTable,
): Promise<void> {
  await run(
    tx,
    declared`insert into load_change (subject, kind, line, part, is_new, before, after, stands)
     select c.subject, ${literal(kind.name)}, c.line, ${part}, c.is_new, c.before, c.after,
       case when not c.is_new then ${stands} end
     from ${changes} c join ${kind.stage} s on s.load_line = c.line`,
  );
}

async function noteSecond(tx: Tx, kind: LoadKind, { prefix, field }: SecondSubject): Promise<void> {
  await run(
    tx,
    declared`insert into load_change
       (subject, kind, line, part, is_new, before, after, stands, is_second)
     select ${literal(prefix)} || s.${columnFor(kind, field)}::text, c.kind, c.line,
       c.part, c.is_new, c.before, c.after, c.stands, true
     from load_change c join ${kind.stage} s on s.load_line = c.line
     where c.kind = ${literal(kind.name)}`,
  );
}
