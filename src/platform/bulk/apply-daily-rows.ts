// Applies a kind of very many rows, whose audit note is a summary: what differs is copied out once,
// in order of key, and everything else is made of that copy.
import type { Tx } from "../store/db.ts";
import { declared, joined, literal } from "../store/declared-sql.ts";
import { type LoadKind, type Notify, tableColumns } from "./load-kind.ts";
import { columnsOf, equal, firstOf, query, run } from "./load-sql.ts";

/** How many rows of a kind were new and how many differed from the store. */
export interface Applied {
  readonly added: number;
  readonly changed: number;
}

/** Writes what is new or different and notes count, first, last and SHA-256 for each subject; for a
 * kind whose note has the keys, these too. */
export async function applyDailyRows(tx: Tx, kind: LoadKind, notify: Notify): Promise<Applied> {
  const changed = `${kind.stage}_changes`;
  const applied = await copyChanges(tx, kind, changed);
  if (applied.added + applied.changed === 0) return applied;
  await writeRows(tx, kind, changed);
  await kind.afterApply?.(tx, declared`${changed}`, notify);
  await noteSummaries(tx, kind, changed);
  return applied;
}

async function copyChanges(tx: Tx, kind: LoadKind, changed: string): Promise<Applied> {
  const { table, stage, keyColumns: key } = kind;
  const columns = tableColumns(kind);
  await run(
    tx,
    declared`create temporary table ${changed} on commit drop as
     select s.load_subject, ${columnsOf("s", columns)}, t.${firstOf(key)} is null as is_new
     from ${stage} s left join ${table} t on ${equal(["t", key], ["s", key])}
     where t.${firstOf(key)} is null
       or (${columnsOf("t", columns)}) is distinct from (${columnsOf("s", columns)})
     order by ${columnsOf("s", key)}`,
  );
  await run(tx, declared`analyze ${changed}`);
  const [counts] = await query<{ added: string; changed: string }>(
    tx,
    declared`select count(*) filter (where is_new) as "added",
       count(*) filter (where not is_new) as "changed" from ${changed}`,
  );
  return { added: Number(counts?.added ?? 0), changed: Number(counts?.changed ?? 0) };
}

// One load runs at a time, so what was new is still new; otherwise the key would refuse it.
async function writeRows(tx: Tx, kind: LoadKind, changed: string): Promise<void> {
  const { table, keyColumns: key } = kind;
  const columns = tableColumns(kind);
  const updates = columns.filter((column) => !key.includes(column));
  const sets = joined(updates.map((column) => declared`${column} = c.${column}`));
  await run(
    tx,
    declared`update ${table} t set ${sets} from ${changed} c
     where not c.is_new and ${equal(["t", key], ["c", key])}`,
  );
  // The copy is in order of key, so that the index grows at its end.
  await run(
    tx,
    declared`insert into ${table} (${joined(columns)})
     select ${joined(columns)} from ${changed} where is_new`,
  );
}

async function noteSummaries(tx: Tx, kind: LoadKind, changed: string): Promise<void> {
  const key = joined(kind.keyColumns);
  const last = declared`${kind.keyColumns.at(-1) ?? ""}::text collate "C"`;
  const row = declared`(${joined(tableColumns(kind))})::text`;
  const keys = declared`, 'keys', jsonb_agg(${last} order by ${key})`;
  await run(
    tx,
    declared`insert into load_change (subject, kind, summary)
     select load_subject, ${literal(kind.name)}, jsonb_build_object('count', count(*)::text,
       'first', min(${last}), 'last', max(${last}), 'sha256', encode(sha256(convert_to(
         string_agg(${row}, E'\\n' order by ${key}), 'UTF8')), 'hex')${kind.audit === "keys" ? keys : declared``})
     from ${changed} group by load_subject`,
  );
}
