// The lists of staged rows: which of them differ from the store, and their replacement.
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined, literal } from "../../store/declared-sql.ts";
import { equal, qualifiedColumns, run, selectColumns } from "../kinds/load-sql.ts";
import type { LoadKind } from "../load-kind.ts";
import { changedSecrets, comparedColumns, rowJson, type Shown } from "../stage/change-columns.ts";
import { givenColumn } from "../stage/staging.ts";

type List = LoadKind["lists"][number];

/** The lists that differ: a table of their rows, by the line of the file. */
export interface ListChanges {
  readonly list: List;
  readonly changes: string;
}

/** Finds the lists that differ from those of the store. */
export async function findListChanges(tx: Tx, kind: LoadKind): Promise<ListChanges[]> {
  const found: ListChanges[] = [];
  for (const [index, list] of kind.lists.entries()) {
    const changes = `${list.stage}_changes`;
    await run(tx, await listChangesText(tx, kind, { list, changes, index }));
    found.push({ list, changes });
  }
  return found;
}

async function listChangesText(
  tx: Tx,
  kind: LoadKind,
  { list, changes, index }: ListChanges & { index: number },
): Promise<SqlPart> {
  const { shown, bare } = await shownOfList(tx, list);
  const [first = ""] = list.columns;
  const entries = (json: SqlPart, alias: string, from: SqlPart) =>
    entriesJson(list, json, alias, from);
  const stored = declared`from ${list.table} t where ${storedEntries(list, kind, "t", "s")}`;
  const isLoads = isOfLoad(list, "e", ["s", kind.keyColumns]);
  const staged = declared`from ${list.stage} e where e.load_line = s.load_line and ${isLoads}`;
  const fieldOf = new Map([...kind.columnOf].map(([field, column]) => [column, field]));
  const key = kind.keyColumns.map(
    (column) => declared`${literal(fieldOf.get(column) ?? column)}, s.${column}::text`,
  );
  const shows = (json: SqlPart, alias: string, from: SqlPart) => {
    if (list.field === undefined) return declared`'{}'::jsonb`;
    // The key says which row of the subject the list belongs to.
    const shownList = declared`${literal(list.field)}, ${entries(json, alias, from)}`;
    return declared`jsonb_build_object(${joined([...key, shownList])})`;
  };
  // A secret is compared with that of the entry in the same place.
  const isSamePlace = declared`${storedEntries(list, kind, "t", "s")} and t.${first} = e.${first}`;
  const secrets = declared`coalesce((select ${changedSecrets("t", "e", shown.secrets)}
    from ${list.table} t where ${isSamePlace}), '{}'::jsonb)`;
  const after =
    shown.secrets.length === 0
      ? rowJson("e", shown)
      : declared`${rowJson("e", shown)} || ${secrets}`;
  return declared`
    create temporary table ${changes} on commit drop as
    select s.load_line as line, s.load_subject as subject, false as is_new,
      ${shows(rowJson("t", shown), "t", stored)} as before, ${shows(after, "e", staged)} as after
    from ${kind.stage} s
    where s.${givenColumn(index)}
      and ${entries(rowJson("t", bare), "t", stored)}
        is distinct from ${entries(rowJson("e", bare), "e", staged)}`;
}

async function shownOfList(tx: Tx, list: List): Promise<{ shown: Shown; bare: Shown }> {
  const own = new Set(list.columns);
  const columns = (await selectColumns(tx, list.stage)).filter(({ name }) => own.has(name));
  const shown = { columns, names: new Map(), secrets: list.secrets ?? [] };
  return { shown, bare: { columns: comparedColumns(shown), names: new Map(), secrets: [] } };
}

function entriesJson({ columns }: List, json: SqlPart, alias: string, from: SqlPart): SqlPart {
  const [first = ""] = columns;
  return declared`coalesce((select jsonb_agg(${json} order by ${alias}.${first}) ${from}), '[]'::jsonb)`;
}

/** The stored lists of the staged row `s`, by field, as a JSON object. */
export async function storedLists(tx: Tx, kind: LoadKind): Promise<SqlPart> {
  const pairs: SqlPart[] = [];
  for (const list of kind.lists) {
    if (list.field === undefined) continue;
    const { shown } = await shownOfList(tx, list);
    const stored = declared`from ${list.table} l where ${storedEntries(list, kind, "l", "s")}`;
    const json = entriesJson(list, rowJson("l", shown), "l", stored);
    pairs.push(declared`${literal(list.field)}, ${json}`);
  }
  return declared`jsonb_build_object(${joined(pairs)})`;
}

function storedEntries(list: List, kind: LoadKind, entry: string, row: string): SqlPart {
  const isOfRow = equal([entry, list.parent], [row, kind.keyColumns]);
  return joined([isOfRow, constantColumns(list, entry), isChangeable(list, entry)], " and ");
}

/** Whether a stored entry is the load's to change. */
function isChangeable({ keptBy }: List, entry: string): SqlPart {
  return keptBy === undefined ? declared`true` : declared`not ${entry}.${keptBy}`;
}

/** Whether a staged entry is the load's to store: no entry stands in its place that it leaves as it is. */
function isOfLoad(list: List, entry: string, parent: [string, readonly string[]]): SqlPart {
  const { keptBy, columns } = list;
  const [first = ""] = columns;
  if (keptBy === undefined) return declared`true`;
  return declared`not exists (select from ${list.table} k
    where ${equal(["k", list.parent], parent)} and k.${first} = ${entry}.${first} and k.${keptBy})`;
}

function constantColumns({ constant = {} }: List, entry: string): SqlPart {
  const constants = Object.entries(constant).map(
    ([column, value]) => declared`${entry}.${column} = ${literal(value)}`,
  );
  return constants.length === 0 ? declared`true` : joined(constants, " and ");
}

/** Replaces the lists that differ. */
export async function replaceList(
  tx: Tx,
  kind: LoadKind,
  { list, changes }: ListChanges,
  isMeant: (line: SqlPart) => SqlPart,
): Promise<void> {
  const columns = [...list.parent, ...Object.keys(list.constant ?? {}), ...list.columns];
  await run(
    tx,
    declared`delete from ${list.table} t
     where ${constantColumns(list, "t")} and ${isChangeable(list, "t")}
       and (${qualifiedColumns("t", list.parent)}) in (
       select ${qualifiedColumns("s", kind.keyColumns)} from ${kind.stage} s
       where s.load_line in (select line from ${changes}))`,
  );
  await run(
    tx,
    declared`insert into ${list.table} (${joined(columns)})
     select ${joined(columns)} from ${list.stage} e
     where e.load_line in (select line from ${changes}) and ${isMeant(declared`e.load_line`)}
       and ${isOfLoad(list, "e", ["e", list.parent])}`,
  );
}
