// Applies the staged rows of one kind: what differs from the store is written and noted.
import type { Vault } from "../../keys/vault.ts";
import type { SqlPart, Tx } from "../../store/db.ts";
import { declared, joined } from "../../store/declared-sql.ts";
import {
  countRows,
  equal,
  firstKeyColumn,
  manyRows,
  qualifiedColumns,
  run,
} from "../kinds/load-sql.ts";
import { type LoadKind, type Notify, tableColumns, withdrawnColumn } from "../load-kind.ts";
import { storeLines } from "../read/refused-line.ts";
import { changedSecrets, comparedColumns, rowJson, selectShown } from "../stage/change-columns.ts";
import { setChangedMacs, stageVersions } from "../stage/row-macs.ts";
import { type Applied, applyDailyRows, noticeAbsent, type Reporting } from "./apply-daily-rows.ts";
import { findListChanges, replaceList } from "./apply-lists.ts";
import { noteChanges } from "./note-changes.ts";
import { selectRowChanges } from "./shown-changes.ts";

/** Writes what is new or different; a list that differs is replaced as a whole. */
export async function applyKind(
  tx: Tx,
  vault: Vault,
  kind: LoadKind,
  reporting: Reporting,
): Promise<Applied> {
  if (kind.audit === "summary" || kind.audit === "keys") return applyDailyRows(tx, kind, reporting);
  if (kind.lists.length > 0 && !kind.isOnlyAdded) await lockRows(tx, kind);
  if (kind.macs) await stageVersions(tx, vault, kind.stage, kind.macs);
  const changed = await findChanges(tx, kind);
  const lists = await findListChanges(tx, kind);
  const changedRows = declared`(select s.* from ${kind.stage} s
    where s.load_line in (select line from ${changed}))`;
  if (kind.withdrawal) await withdrawRows(tx, kind, { changed, notify: reporting.notify });
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
  if (kind.macs) await setChangedMacs(tx, vault, changedRows, kind.macs);
  await kind.afterApply?.(tx, changedRows, reporting);
  await kind.touches?.(tx, changedRows);
  const counts = await noteChanges(tx, kind, changed, lists);
  return reporting.showsChanges ? { ...counts, changes: await selectRowChanges(tx, kind) } : counts;
}

async function lockRows(tx: Tx, kind: LoadKind): Promise<void> {
  const { table, stage, keyColumns: key } = kind;
  // In order of key, as requests lock several accounts.
  await countRows(
    tx,
    declared`select 1 from ${table} t where exists (select from ${stage} s
       where ${equal(["s", key], ["t", key])}) order by ${qualifiedColumns("t", key)} for no key update of t`,
  );
}

/** Whether a staged row withdraws the stored one with the same key. */
function isWithdrawal({ withdrawal }: LoadKind, alias: string): SqlPart {
  return withdrawal ? declared`${alias}.${withdrawnColumn}` : declared`false`;
}

async function findChanges(tx: Tx, kind: LoadKind): Promise<string> {
  const { table, stage, keyColumns: key, secrets = [] } = kind;
  const shown = await selectShown(tx, kind, stage);
  const compared = comparedColumns(shown).map(({ name }) => name);
  const changes = `${stage}_changes`;
  const isNew = declared`t.${firstKeyColumn(key)} is null`;
  const isWithdrawn = isWithdrawal(kind, "s");
  const found = await run(
    tx,
    declared`create temporary table ${changes} on commit drop as
     select s.load_line as line, s.load_subject as subject, ${isNew} as is_new,
       case when ${isNew} then null else ${rowJson("t", shown)} end as before,
       case when not ${isWithdrawn} then ${rowJson("s", shown)}
         || case when ${isNew} then '{}'::jsonb else ${changedSecrets("t", "s", secrets)} end
       end as after
     from ${stage} s left join ${table} t on ${equal(["t", key], ["s", key])}
     where case when ${isWithdrawn} then not ${isNew} else ${isNew}
       or (${qualifiedColumns("t", compared)}) is distinct from (${qualifiedColumns("s", compared)}) end`,
  );
  if (found < manyRows) return changes;
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
    declared`delete from ${table} t where (${qualifiedColumns("t", key)}) in (
       select ${qualifiedColumns("s", key)} from ${stage} s
       where ${isWithdrawal(kind, "s")} and s.load_line in (select line from ${changed}))`,
  );
}

/** `rows` is the FROM item that provides the rows as `s`. */
async function upsertRows(tx: Tx, kind: LoadKind, rows: SqlPart): Promise<void> {
  const { table, keyColumns: key } = kind;
  const columns = tableColumns(kind);
  const updates = kind.isOnlyAdded ? [] : columns.filter((column) => !key.includes(column));
  const sets = updates.map((column) => declared`${column} = excluded.${column}`);
  await run(
    tx,
    declared`insert into ${table} (${joined(columns)})
     select ${qualifiedColumns("s", columns)} from ${rows} order by ${qualifiedColumns("s", key)}
     on conflict (${joined(key)})
       do ${sets.length === 0 ? "nothing" : declared`update set ${joined(sets)}`}`,
  );
}
