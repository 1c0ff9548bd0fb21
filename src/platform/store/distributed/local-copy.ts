// Local copies for a load of a distributed store: the rows that it concerns are copied to the
// coordinator, into temporary tables with the names of the store's own, which hide these. The
// statements of a load are therefore the same everywhere; changed rows are sent back.
import { quoted } from "../roles.ts";
import { partText, type SqlPart } from "../sql.ts";
import type { Tx } from "../transaction.ts";

/** A table, and the condition for its rows `t` that are copied. */
export interface CopiedRows {
  readonly table: string;
  readonly where: SqlPart;
  readonly values: readonly unknown[];
  /** Whether its rows may change places, such as the entries of a list: one that has changed is removed
   * and stored again, since in its old place it may have what another one has now. */
  readonly areReplaced?: boolean;
}

/** Local copies of rows. */
export interface LocalCopies {
  /** Stores their changes, and drops them. */
  sendBack(): Promise<void>;
}

/** Copies rows until they are sent back, or the transaction ends. Tables that others refer to
 * come first. */
export async function copyRows(tx: Tx, wanted: readonly CopiedRows[]): Promise<LocalCopies> {
  const tables: CopiedTable[] = [];
  for (const each of wanted) tables.push(await copyTable(tx, each));
  await forgetPlans(tx);
  return {
    async sendBack() {
      for (const table of tables.toReversed()) await sendGone(tx, table);
      for (const table of tables) {
        // An added row may have a unique value that a changed row has given up.
        await sendChanged(tx, table);
        await sendAdded(tx, table);
      }
      const names = tables.flatMap(({ local, before, rows }) =>
        rows > 0 ? [local, before] : local,
      );
      if (names.length > 0) await ask(tx, `drop table ${names.join(", ")}`);
      await forgetPlans(tx);
    },
  };
}

interface CopiedTable {
  readonly local: string;
  readonly stored: string;
  /** The rows as they were copied, if there were any. */
  readonly before: string;
  readonly rows: number;
  readonly areReplaced: boolean;
  readonly key: readonly string[];
  readonly others: readonly string[];
  readonly columns: string;
}

/** A load may take longer than any request. */
async function ask<Row extends object>(
  tx: Tx,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const config = { text, values: [...values], query_timeout: 0x7fffffff };
  return (await tx.alone((client) => client.query<Row>(config))).rows;
}

async function copyTable(
  tx: Tx,
  { table, where, values, areReplaced = false }: CopiedRows,
): Promise<CopiedTable> {
  const named = await selectColumns(tx, table);
  const columns = named.map(({ name }) => name).join(", ");
  const [local, before] = [table, `before_${table}`].map((name) => `pg_temp.${quoted(name)}`) as [
    string,
    string,
  ];
  const stored = `public.${quoted(table)}`;
  await ask(
    tx,
    `create temporary table ${local} (like ${stored} including defaults including constraints
       including generated) on commit drop`,
  );
  const [copied] = await ask<{ rows: number }>(
    tx,
    `with copied as (
       insert into ${local} (${columns})
       select ${columns} from ${stored} as t where ${partText(where)} returning 1)
     select count(*)::integer as rows from copied`,
    values,
  );
  await ask(tx, await selectIndexes(tx, table));
  const rows = copied?.rows ?? 0;
  if (rows > 0) {
    await ask(tx, `create temporary table ${before} on commit drop as table ${local}`);
    await ask(tx, `analyze ${local}`);
  }
  const [key, others] = [true, false].map((isKey) =>
    named.filter((each) => each.isKey === isKey).map(({ name }) => name),
  ) as [string[], string[]];
  return { local, stored, before, rows, areReplaced, key, others, columns };
}

/** The columns that are stored as given, in order. */
async function selectColumns(tx: Tx, table: string) {
  const rows = await ask<{ name: string; isKey: boolean }>(
    tx,
    `select attname as "name", coalesce(attnum = any(indkey), false) as "isKey"
       from pg_attribute
       left join pg_index on indrelid = attrelid and indisprimary
      where attrelid = to_regclass('public.' || quote_ident($1)) and attnum > 0
        and not attisdropped and attgenerated = ''
      order by attnum`,
    [table],
  );
  return rows.map((row) => ({ ...row, name: quoted(row.name) }));
}

/** The statements that make the indexes of a local copy, under their own names: a unique violation
 * is recognized by its name. Copied with the table, they would get others. The copy of a
 * table in partitions has none. */
async function selectIndexes(tx: Tx, table: string): Promise<string> {
  const rows = await ask<{ made: string }>(
    tx,
    `select regexp_replace(pg_get_indexdef(indexrelid), ' ON (ONLY )?public\\.', ' ON pg_temp.')
         as made
       from pg_index where indrelid = to_regclass('public.' || quote_ident($1))
      order by indexrelid`,
    [table],
  );
  return rows.map(({ made }) => made).join("; ");
}

const isSame = (key: readonly string[], a: string, b: string) =>
  key.map((column) => `${a}.${column} = ${b}.${column}`).join(" and ");

/** Whether a row stays where it is stored. */
const stays = ({ key, areReplaced }: CopiedTable) =>
  `${isSame(key, "n", "b")}${areReplaced ? " and n.* *= b.*" : ""}`;

async function sendGone(tx: Tx, table: CopiedTable): Promise<void> {
  const { local, stored, before, key, rows } = table;
  if (rows === 0) return;
  const gone = `select ${key.join(", ")} from ${before} as b
    where not exists (select from ${local} as n where ${stays(table)})`;
  if ((await ask(tx, `${gone} limit 1`)).length === 0) return;
  await ask(
    tx,
    `delete from ${stored} as t using (${gone}) as gone where ${isSame(key, "t", "gone")}`,
  );
}

async function sendAdded(tx: Tx, table: CopiedTable): Promise<void> {
  const { local, stored, before, key, columns, rows } = table;
  const isNew = `not exists (select from ${before} as b where ${stays(table)})`;
  const added = `select ${columns} from ${local} as n ${rows > 0 ? `where ${isNew}` : ""}`;
  if ((await ask(tx, `${added} limit 1`)).length === 0) return;
  // In order of key, so that an index grows at its end.
  await ask(tx, `insert into ${stored} (${columns}) ${added} order by ${key.join(", ")}`);
}

async function sendChanged(tx: Tx, table: CopiedTable): Promise<void> {
  const { local, stored, before, key, others, columns, rows } = table;
  if (rows === 0 || others.length === 0 || table.areReplaced) return;
  const changed = `from ${local} as n join ${before} as b on ${isSame(key, "n", "b")}
    where n.* *<> b.*`;
  const differ = others.map((name) => `bool_or(n.${name}::text is distinct from b.${name}::text)`);
  const [found] = await ask<{ differ: (boolean | null)[] }>(
    tx,
    `select array[${differ.join(", ")}] as differ ${changed}`,
  );
  // A request may change the rows meanwhile that the load has left alone.
  const touched = others.filter((_, at) => found?.differ[at] === true);
  if (touched.length === 0) return;
  const sets = touched.map((name) => `${name} = excluded.${name}`);
  await ask(
    tx,
    `insert into ${stored} (${columns}) select ${columns} from (select n.* ${changed}) as changed
     on conflict (${key.join(", ")}) do update set ${sets.join(", ")}`,
  );
}

/** A statement that was planned before would go on to use the table of its plan. */
async function forgetPlans(tx: Tx): Promise<void> {
  await tx.alone((client) => client.query("discard plans"));
}
