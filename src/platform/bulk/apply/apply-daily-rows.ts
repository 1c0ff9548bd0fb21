// Applies a kind of very many rows, whose audit note is a summary: what differs is copied out once,
// in order of key, and everything else is made of that copy.

import { counted } from "../../../values/readable.ts";
import type { Tx } from "../../store/db.ts";
import { declared, joined, literal } from "../../store/declared-sql.ts";
import type { RowChange } from "../kinds/differences.ts";
import {
  countRows,
  equal,
  firstKeyColumn,
  qualifiedColumns,
  query,
  run,
} from "../kinds/load-sql.ts";
import {
  type KindEnd,
  type LoadKind,
  type Notify,
  tableColumns,
  withdrawnColumn,
} from "../load-kind.ts";
import {
  bundleTable,
  firstBundleDay,
  isBundled,
  keepNewBundles,
  storeBundles,
} from "../stage/bundles.ts";
import { selectDailyChanges } from "./shown-changes.ts";

/** The numbers of rows of a kind that were new, and that differed from the store. */
export interface Applied {
  readonly added: number;
  readonly changed: number;
  /** How many stored rows were withdrawn, for a kind whose rows can be. */
  readonly withdrawn?: number;
  /** The first rows that were changed or withdrawn, if they are asked for. */
  readonly changes?: readonly RowChange[];
}

/** When a kind is applied, and its result: sentences for the operator, and changed rows if they
 * are shown. */
export interface Reporting extends KindEnd {
  readonly showsChanges: boolean;
}

/** Writes what is new or different and notes count, first, last and SHA-256 for each subject; for a
 * kind whose note has the keys, these too. */
export async function applyDailyRows(
  tx: Tx,
  kind: LoadKind,
  reporting: Reporting,
): Promise<Applied> {
  const { notify, showsChanges } = reporting;
  const changed = `${kind.stage}_changes`;
  const ofBundles = isBundled(kind) ? await keepNewBundles(tx, kind) : 0;
  const applied = await copyChanges(tx, kind, changed);
  if (kind.withdrawal) await noticeAbsent(tx, kind, notify);
  const { added, changed: altered, withdrawn = 0 } = applied;
  if (ofBundles + added + altered + withdrawn === 0) return applied;
  const changes = showsChanges ? { changes: await selectDailyChanges(tx, kind, changed) } : {};
  await writeRows(tx, kind, changed, reporting);
  await kind.afterApply?.(tx, declared`${changed}`, reporting);
  await kind.touches?.(tx, declared`${changed}`);
  if (isBundled(kind) && ofBundles > 0) {
    await storeBundles(tx, kind);
    await kind.touches?.(tx, declared`${bundleTable(kind)}`);
  }
  await noteSummaries(tx, kind, changed);
  return { ...applied, added: added + ofBundles, ...changes };
}

async function copyChanges(tx: Tx, kind: LoadKind, changed: string): Promise<Applied> {
  const { table, stage, keyColumns: key, withdrawal } = kind;
  const columns = tableColumns(kind);
  const isStored = declared`t.${firstKeyColumn(key)} is not null`;
  const isWithdrawn = withdrawal ? declared`s.${withdrawnColumn}` : declared`false`;
  await run(
    tx,
    declared`create temporary table ${changed} on commit drop as
     select s.load_subject, ${qualifiedColumns("s", columns)}, not ${isStored} as is_new,
       ${isWithdrawn} as is_withdrawn
     from ${stage} s left join ${table} t on ${equal(["t", key], ["s", key])}
     where case when ${isWithdrawn} then ${isStored} else not ${isStored}
       or (${qualifiedColumns("t", columns)}) is distinct from (${qualifiedColumns("s", columns)}) end
     order by ${qualifiedColumns("s", key)}`,
  );
  await run(tx, declared`analyze ${changed}`);
  const [counts] = await query<Record<"added" | "changed" | "withdrawn", string>>(
    tx,
    declared`select count(*) filter (where is_new) as "added",
       count(*) filter (where not is_new and not is_withdrawn) as "changed",
       count(*) filter (where is_withdrawn) as "withdrawn" from ${changed}`,
  );
  const { added = 0, changed: altered = 0, withdrawn = 0 } = counts ?? {};
  const known = { added: Number(added), changed: Number(altered) };
  return withdrawal ? { ...known, withdrawn: Number(withdrawn) } : known;
}

/** A withdrawal of what is not stored changes nothing; a mistyped key must not pass for one. */
export async function noticeAbsent(tx: Tx, kind: LoadKind, notify: Notify): Promise<void> {
  const { table, stage, keyColumns: key } = kind;
  const absent = await countRows(
    tx,
    declared`select from ${stage} s where s.${withdrawnColumn}
       and not exists (select from ${table} t where ${equal(["t", key], ["s", key])})`,
  );
  if (absent === 0) return;
  const one = "row to withdraw is";
  const many = "rows to withdraw are";
  notify(`${counted(absent, one, many)} not stored.`);
}

// One load runs at a time, so what was new is still new; otherwise the key would reject it.
async function writeRows(
  tx: Tx,
  kind: LoadKind,
  changed: string,
  end: Pick<KindEnd, "now">,
): Promise<void> {
  const { table, keyColumns: key, stamps } = kind;
  const columns = tableColumns(kind);
  const updates = columns.filter((column) => !key.includes(column));
  const sets = joined(updates.map((column) => declared`${column} = excluded.${column}`));
  await run(
    tx,
    declared`delete from ${table} t where (${qualifiedColumns("t", key)}) in (
       select ${qualifiedColumns("c", key)} from ${changed} c where c.is_withdrawn)`,
  );
  await run(
    tx,
    declared`insert into ${table} (${joined(columns)})
     select ${joined(columns)} from ${changed} where not is_new and not is_withdrawn
     on conflict (${joined(key)}) do update set ${sets}`,
  );
  const stamped = stamps?.columns ?? [];
  const stamp = stamps
    ? declared`join ${await stamps.table(tx, changed, end)} stamp using (${firstKeyColumn(key)})`
    : declared``;
  const ofStamp = stamps ? declared`, ${qualifiedColumns("stamp", stamped)}` : declared``;
  // The copy is in order of key, so that the index grows at its end.
  await run(
    tx,
    declared`insert into ${table} (${joined([...columns, ...stamped])})
     select ${qualifiedColumns("c", columns)}${ofStamp}
     from ${changed} c ${stamp} where is_new`,
  );
}

async function noteSummaries(tx: Tx, kind: LoadKind, changed: string): Promise<void> {
  const columns = kind.keyColumns;
  const key = joined(columns);
  const day = columns.at(-1) ?? "";
  const keys = declared`, 'keys', jsonb_agg(last order by ${key})`;
  const ofBundles = isBundled(kind)
    ? declared`union all select load_subject, ${key}, bundle_rows, ${firstBundleDay(kind)}::text,
       ${day}::text, bundle_text, 0 from ${bundleTable(kind)}`
    : declared``;
  await run(
    tx,
    declared`insert into load_change (subject, kind, summary)
     select load_subject, ${literal(kind.name)}, jsonb_strip_nulls(jsonb_build_object(
       'count', sum(rows)::text, 'first', min(first collate "C"), 'last', max(last collate "C"),
       'sha256', encode(sha256(convert_to(string_agg(written, E'\\n' order by ${key}), 'UTF8')), 'hex'),
       'withdrawn', nullif(sum(withdrawn), 0)::text
       ${kind.audit === "keys" ? keys : declared``}))
     from (
       select load_subject, ${key}, 1 as rows, ${day}::text as first, ${day}::text as last,
         case when is_withdrawn then 'withdrawn ' else '' end || (${joined(tableColumns(kind))})::text
           as written, is_withdrawn::integer as withdrawn
       from ${changed} ${ofBundles}) as noted
     group by load_subject`,
  );
}
