// Applies the staged rows of one kind: what differs from the store is written and noted in the
// table `load_change`, from which the audit entries are made.
import type { Vault } from "../keys/vault.ts";
import type { SqlPart, Tx } from "../store/db.ts";
import { declared, joined, literal } from "../store/declared-sql.ts";
import { type Applied, applyDailyRows, noticeAbsent, type Telling } from "./apply-daily-rows.ts";
import { changedSecrets, comparedColumns, rowJson, type Shown, shownOf } from "./change-columns.ts";
import { type LoadKind, type Notify, tableColumns } from "./load-kind.ts";
import { columnsOf, countRows, equal, firstOf, run, selectColumns } from "./load-sql.ts";
import { storeLines } from "./refused-line.ts";
import { sealChanged, stageVersions } from "./seal-rows.ts";
import { selectRowChanges } from "./shown-changes.ts";
import { givenColumn, withdrawnColumn } from "./staging.ts";

/** Makes the table in which changes are noted until the end of the transaction. */
export async function createChangeTable(tx: Tx): Promise<void> {
  await run(
    tx,
    declared`create temporary table load_change (
       subject text collate "C", kind text, line bigint, is_new boolean,
       before jsonb, after jsonb, summary jsonb) on commit drop`,
  );
}

/** Writes what is new or different; a list that differs is replaced as a whole. */
export async function applyKind(
  tx: Tx,
  vault: Vault,
  kind: LoadKind,
  telling: Telling,
): Promise<Applied> {
  if (kind.audit === "summary" || kind.audit === "keys") return applyDailyRows(tx, kind, telling);
  if (kind.lists.length > 0) await lockRows(tx, kind);
  if (kind.sealed) await stageVersions(tx, vault, kind.stage, kind.sealed);
  const changed = await findChanges(tx, kind);
  const lists = await findListChanges(tx, kind);
  const changedRows = declared`(select s.* from ${kind.stage} s
    where s.load_line in (select line from ${changed}))`;
  if (kind.withdrawal) await withdrawRows(tx, kind, { changed, notify: telling.notify });
  const isKept = declared`not ${isWithdrawal(kind, "s")}`;
  await storeLines(tx, changed, (isMeant) =>
    upsertRows(
      tx,
      kind,
      declared`${changedRows} s where ${isKept} and ${isMeant(declared`s.load_line`)}`,
    ),
  );
  for (const list of lists) {
    await storeLines(tx, list.changes, (isMeant) => replaceList(tx, kind, list, isMeant));
  }
  if (kind.sealed) await sealChanged(tx, vault, changedRows, kind.sealed);
  await kind.afterApply?.(tx, changedRows, telling);
  const counts = await noteChanges(tx, kind, [changed, ...lists.map((list) => list.changes)]);
  return telling.showsChanges ? { ...counts, changes: await selectRowChanges(tx, kind) } : counts;
}

async function lockRows(tx: Tx, kind: LoadKind): Promise<void> {
  const { table, stage, keyColumns: key } = kind;
  // In order of key, as requests lock several accounts.
  await countRows(
    tx,
    declared`select 1 from ${table} t where exists (select from ${stage} s
       where ${equal(["s", key], ["t", key])}) order by ${columnsOf("t", key)} for no key update of t`,
  );
}

/** Whether a staged row withdraws the stored one with the same key. */
function isWithdrawal({ withdrawal }: LoadKind, alias: string): SqlPart {
  return withdrawal ? declared`${alias}.${withdrawnColumn}` : declared`false`;
}

async function findChanges(tx: Tx, kind: LoadKind): Promise<string> {
  const { table, stage, keyColumns: key, secrets = [] } = kind;
  const shown = await shownOf(tx, kind, stage);
  const compared = comparedColumns(shown).map(({ name }) => name);
  const changes = `${stage}_changes`;
  const isNew = declared`t.${firstOf(key)} is null`;
  const isWithdrawn = isWithdrawal(kind, "s");
  await run(
    tx,
    declared`create temporary table ${changes} on commit drop as
     select s.load_line as line, s.load_subject as subject, ${isNew} as is_new,
       case when ${isNew} then null else ${rowJson("t", shown)} end as before,
       case when not ${isWithdrawn} then ${rowJson("s", shown)}
         || case when ${isNew} then '{}'::jsonb else ${changedSecrets("t", "s", secrets)} end
       end as after
     from ${stage} s left join ${table} t on ${equal(["t", key], ["s", key])}
     where case when ${isWithdrawn} then not ${isNew} else ${isNew}
       or (${columnsOf("t", compared)}) is distinct from (${columnsOf("s", compared)}) end`,
  );
  await run(tx, declared`create index on ${changes} (line)`);
  await run(tx, declared`analyze ${changes}`);
  return changes;
}

async function withdrawRows(
  tx: Tx,
  kind: LoadKind,
  { changed, notify }: { readonly changed: string; readonly notify: Notify },
): Promise<void> {
  const { table, stage, keyColumns: key } = kind;
  await noticeAbsent(tx, kind, notify);
  await run(
    tx,
    declared`delete from ${table} t where (${columnsOf("t", key)}) in (
       select ${columnsOf("s", key)} from ${stage} s
       where ${isWithdrawal(kind, "s")} and s.load_line in (select line from ${changed}))`,
  );
}

/** `rows` is the FROM item that provides the rows as `s`. */
async function upsertRows(tx: Tx, kind: LoadKind, rows: SqlPart): Promise<void> {
  const { table, keyColumns: key } = kind;
  const columns = tableColumns(kind);
  const updates = columns.filter((column) => !key.includes(column));
  const sets = updates.map((column) => declared`${column} = excluded.${column}`);
  await run(
    tx,
    declared`insert into ${table} (${joined(columns)})
     select ${columnsOf("s", columns)} from ${rows} order by ${columnsOf("s", key)}
     on conflict (${joined(key)})
       do ${sets.length === 0 ? "nothing" : declared`update set ${joined(sets)}`}`,
  );
}

type List = LoadKind["lists"][number];

interface ListChanges {
  readonly list: List;
  readonly changes: string;
}

async function findListChanges(tx: Tx, kind: LoadKind): Promise<ListChanges[]> {
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
  const own = new Set(list.columns);
  const columns = (await selectColumns(tx, list.stage)).filter(({ name }) => own.has(name));
  const shown: Shown = { columns, names: new Map(), secrets: list.secrets ?? [] };
  const bare: Shown = { columns: comparedColumns(shown), names: new Map(), secrets: [] };
  const [first = ""] = list.columns;
  const entries = (json: SqlPart, alias: string, from: SqlPart) =>
    declared`coalesce((select jsonb_agg(${json} order by ${alias}.${first}) ${from}), '[]'::jsonb)`;
  const stored = declared`from ${list.table} t where ${storedEntries(list, kind, "t", "s")}`;
  const staged = declared`from ${list.stage} e where e.load_line = s.load_line`;
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

function storedEntries(list: List, kind: LoadKind, entry: string, row: string): SqlPart {
  const isOfRow = equal([entry, list.parent], [row, kind.keyColumns]);
  return joined([isOfRow, constantsOf(list, entry)], " and ");
}

function constantsOf({ constant = {} }: List, entry: string): SqlPart {
  const constants = Object.entries(constant).map(
    ([column, value]) => declared`${entry}.${column} = ${literal(value)}`,
  );
  return constants.length === 0 ? declared`true` : joined(constants, " and ");
}

async function replaceList(
  tx: Tx,
  kind: LoadKind,
  { list, changes }: ListChanges,
  isMeant: (line: SqlPart) => SqlPart,
): Promise<void> {
  const columns = [...list.parent, ...Object.keys(list.constant ?? {}), ...list.columns];
  await run(
    tx,
    declared`delete from ${list.table} t
     where ${constantsOf(list, "t")} and (${columnsOf("t", list.parent)}) in (
       select ${columnsOf("s", kind.keyColumns)} from ${kind.stage} s
       where s.load_line in (select line from ${changes}))`,
  );
  await run(
    tx,
    declared`insert into ${list.table} (${joined(columns)})
     select ${joined(columns)} from ${list.stage} e
     where e.load_line in (select line from ${changes}) and ${isMeant(declared`e.load_line`)}`,
  );
}

async function noteChanges(tx: Tx, kind: LoadKind, tables: readonly string[]): Promise<Applied> {
  const [main = ""] = tables;
  const added = await countRows(tx, declared`select 1 from ${main} where is_new`);
  const lines = tables.map((table) => declared`select line from ${table}`);
  const all = await countRows(tx, joined(lines, " union "));
  for (const table of tables) {
    await run(
      tx,
      declared`insert into load_change (subject, kind, line, is_new, before, after)
       select subject, ${literal(kind.name)}, line, is_new, before, after from ${table}`,
    );
  }
  if (kind.withdrawal === undefined) return { added, changed: all - added };
  const withdrawn = await countRows(tx, declared`select 1 from ${main} where after is null`);
  return { added, changed: all - added - withdrawn, withdrawn };
}
