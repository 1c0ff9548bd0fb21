// The content of a back-up, according to the store's own catalogue: the tables in an order in which
// they can be filled, and the migrations that made them.
import type { Reader } from "../store/db.ts";
import { sql } from "../store/sql.ts";

/** A table with the columns that are stored as given; the store computes the others itself. */
export interface StoreTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, by which its rows are written. */
  readonly key: readonly string[];
}

/** A migration by its name and the SHA-256 of its file, hexadecimal. */
export interface KnownMigration {
  readonly name: string;
  readonly sha256: string;
}

/** The migrations of the store, in order. */
export async function selectMigrations(reader: Reader): Promise<KnownMigration[]> {
  return reader.rows(sql<KnownMigration>`
    select name, encode(checksum, 'hex') as sha256 from migration order by name`);
}

interface CatalogueRow extends StoreTable {
  readonly refersTo: readonly string[];
}

/** Every table but that of the migrations; one that others refer to comes before them. */
export async function selectTables(reader: Reader): Promise<StoreTable[]> {
  const rows = await reader.rows(sql<CatalogueRow>`
    select c.relname::text as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text order by k.place)
        from pg_index as i
        cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary) as key,
      array(select distinct t.relname::text from pg_constraint as f
        join pg_class as t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
        order by 1) as "refersTo"
    from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migration'`);
  // Sorted here: the store sorts many tables with all of their columns on its disk where it has little memory.
  return inOrder(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}

function inOrder(rows: readonly CatalogueRow[]): StoreTable[] {
  const done = new Map<string, StoreTable>();
  let left = rows;
  while (left.length > 0) {
    const free = left.filter(({ refersTo }) => refersTo.every((name) => done.has(name)));
    if (free.length === 0) throw new Error("tables refer to each other in a circle");
    for (const { name, columns, key } of free) done.set(name, { name, columns, key });
    left = left.filter(({ name }) => !done.has(name));
  }
  return [...done.values()];
}
