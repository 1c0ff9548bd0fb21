// The catalogue of a migrated store: keys that let it be distributed by account, texts that compare by
// bytes, exact columns, and rights that enforce the rules.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientConfig } from "../src/platform/store/connection.ts";
import { tablePlaces } from "../src/platform/store/distributed/table-places.ts";
import { newDatabase, type TestDatabase } from "./database.ts";

/** Reference data: every node of a store that is distributed has all of it. */
const referenceTables = tablePlaces
  .filter(({ place }) => place === "reference")
  .map(({ table }) => table);

let store: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  store = await newDatabase();
  client = new pg.Client(clientConfig(store.admin));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await store.drop();
});

async function texts(statement: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ found: string }>(statement, values);
  return rows.map(({ found }) => found);
}

const tables = `
  select pg_class.oid, relname, relowner from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

/** The first column of each table's primary key. */
const keys = `
  select relname, attname as first, (
      select array_agg(attname::text) from pg_attribute
      where attrelid = tables.oid and attnum > 0) as columns
  from (${tables}) as tables
  left join pg_constraint on conrelid = tables.oid and contype = 'p'
  left join pg_attribute on attrelid = tables.oid and attnum = conkey[1]`;

describe("the list of tables", () => {
  test("says of every table where it lies in a store that is distributed", async () => {
    const found = await texts(`select relname::text as found from (${tables}) as t order by 1`);
    const listed = tablePlaces.map(({ table }) => table);
    expect(listed.toSorted()).toEqual(found.toSorted());
  });

  test("distributes a table by the first column of its key, and by the account where it has one", async () => {
    const found = await texts(`
      select relname || ' by ' || first as found from (${keys}) as keys
      where array['account_number', 'subject'] && columns order by 1`);
    const distributed = tablePlaces.filter(({ column }) => column !== undefined);
    const listed = distributed.map(({ table, column }) => `${table} by ${column}`);
    expect(listed.toSorted()).toEqual(found.toSorted());
  });

  test("has what others refer to before them", async () => {
    const order = new Map(tablePlaces.map(({ table }, index) => [table, index]));
    const { rows } = await client.query<{ table: string; to: string }>(`
      select distinct conrelid::regclass::text as "table", confrelid::regclass::text as "to"
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`);
    expect(rows.length).toBeGreaterThan(40);
    const wrong = rows.filter(({ table, to }) => Number(order.get(table)) < Number(order.get(to)));
    expect(wrong).toEqual([]);
  });
});

describe("keys", () => {
  test("of what belongs to an account begin with its number", async () => {
    // account_name is keyed by the owner: its rule spans the accounts of one owner.
    const wrong = await texts(`
      select relname || ': ' || coalesce(first, 'no key') as found from (${keys}) as keys
      where 'account_number' = any(columns) and first is distinct from 'account_number'
        and relname <> 'account_name'`);
    expect(wrong).toEqual([]);
  });

  test("of what belongs to any subject begin with the subject", async () => {
    const found = await texts(`
      select relname || ': ' || first as found from (${keys}) as keys
      where 'subject' = any(columns) order by 1`);
    expect(found).toEqual([
      "audit_entry: subject",
      "audit_head: subject",
      "delivery_choice: subject",
      "document: subject",
      "document_content: subject",
      "document_delivery: subject",
      "document_expiry: subject",
      "document_hold: subject",
      "document_reading: subject",
      "document_upload: subject",
      "drawn_document: subject",
      "event: subject",
      "event_pending: subject",
      "idempotency_result: subject",
      "statement_item: subject",
      "used_signature: subject",
    ]);
  });

  test("exist in every table", async () => {
    expect(await texts(`select relname as found from (${keys}) as k where first is null`)).toEqual(
      [],
    );
  });

  test("that are unique in what belongs to an account hold within the account", async () => {
    const wrong = await texts(`
      select tables.relname || ': ' || indexed.relname as found
      from pg_index
      join (${tables}) as tables on tables.oid = indrelid
      join pg_class as indexed on indexed.oid = indexrelid
      join pg_attribute on attrelid = indrelid and attname = 'account_number'
      where indisunique and not (attnum = any(indkey)) and tables.relname <> 'account_name'`);
    expect(wrong).toEqual([]);
  });

  test("that point elsewhere stay within the account or name reference data", async () => {
    const wrong = await texts(
      `
      select conname::text as found
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and confrelid::regclass::text <> all($1)
        and not exists (
          select from unnest(conkey, confkey) as pair (here, there)
          join pg_attribute as own on own.attrelid = conrelid and own.attnum = here
          join pg_attribute as other on other.attrelid = confrelid and other.attnum = there
          where own.attname = 'account_number' and other.attname = 'account_number')`,
      [referenceTables],
    );
    expect(wrong).toEqual([]);
  });

  test("of reference data name no account", async () => {
    const found = await texts(
      `
      select conname::text as found from pg_constraint
      where contype = 'f' and conrelid::regclass::text = any($1)
        and confrelid::regclass::text <> all($1)`,
      [referenceTables],
    );
    expect(found).toEqual([]);
  });
});

describe("the store", () => {
  test("shares no counter and fires no trigger", async () => {
    const found = await texts(`
      select relname::text as found from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all
      select tgname::text from pg_trigger where not tgisinternal
      union all
      select attname::text from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attidentity <> ''
      union all
      select evtname::text from pg_event_trigger`);
    expect(found).toEqual([]);
  });

  test("keeps no amount in a binary float or as money", async () => {
    const found = await texts(`
      select table_name || '.' || column_name as found from information_schema.columns
      where table_schema = 'public' and data_type in ('real', 'double precision', 'money')`);
    expect(found).toEqual([]);
  });

  test("keeps what may have a fraction in numeric columns without a scale of their own", async () => {
    const found = await texts(`
      select table_name || '.' || column_name as found from information_schema.columns
      where table_schema = 'public'
        and column_name ~ '(amount|price|cost|proceeds|weight|rate|pct|gross|net|units|shares)$'
        and (data_type <> 'numeric' or numeric_precision is not null)
        and data_type <> 'bytea'`);
    expect(found).toEqual([]);
  });

  test("compares every text in a key or an index by its bytes", async () => {
    const found = await texts(`
      select distinct pg_class.relname || '.' || attname as found
      from pg_index
      join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
      join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      join pg_type on pg_type.oid = atttypid and typcategory = 'S'
      where attcollation <> 'pg_catalog."C"'::regcollation`);
    expect(found).toEqual([]);
  });

  test("has one function, by which readers mark the store as used, and no view or rule", async () => {
    const found = await texts(`
      select proname::text as found from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select relname::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind not in ('r', 'p', 'i', 'I', 't')`);
    expect(found).toEqual(["use_store"]);
  });
});

describe("rights", () => {
  async function rightsOf(role: string, besides: readonly string[] = []): Promise<string[]> {
    return texts(
      `
      select tables.relname || ': ' || string_agg(wanted, ', ' order by wanted) as found
      from (${tables}) as tables
      cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER'])
        as wanted
      where has_table_privilege($1, tables.oid, wanted) and tables.relname <> all($2)
      group by tables.relname order by 1`,
      [role, besides],
    );
  }

  test("of the reader let it select from every table and nothing else", async () => {
    const all = await texts(`select relname::text as found from (${tables}) as t order by 1`);
    expect(await rightsOf(store.database.roles.reader)).toEqual(
      all.toSorted().map((name) => `${name}: SELECT`),
    );
  });

  test("of the writer do not let it alter what is written once", async () => {
    const rights = await rightsOf(store.database.roles.writer);
    const narrow = rights.filter((line) => !line.endsWith(": DELETE, INSERT, SELECT, UPDATE"));
    expect(narrow).toEqual([
      "accreditation: INSERT, SELECT",
      "audit_entry: INSERT, SELECT",
      "audit_head: INSERT, SELECT, UPDATE",
      "customer_agreement: INSERT, SELECT",
      "delivery_choice: INSERT, SELECT",
      "document: INSERT, SELECT",
      "document_content: DELETE, INSERT, SELECT",
      "document_delivery: INSERT, SELECT",
      "document_expiry: INSERT, SELECT",
      "document_hold: INSERT, SELECT",
      "document_reading: INSERT, SELECT",
      "document_upload: INSERT, SELECT",
      "earlier_reported_year: INSERT, SELECT",
      "event: DELETE, INSERT, SELECT",
      "item_signature: INSERT, SELECT",
      "migration: SELECT",
      "reported_income_form: INSERT, SELECT",
      "sealed_version: INSERT, SELECT",
      "transfer_history: INSERT, SELECT",
      "transfer_signature: INSERT, SELECT",
    ]);
  });

  test("of a partition are those of its table, and none on its own", async () => {
    const found = await texts(
      `
      select relname::text as found from pg_class
      cross join unnest($1::text[]) as role
      where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'
        and has_table_privilege(role, pg_class.oid, 'SELECT')`,
      [[store.database.roles.reader, store.database.roles.writer]],
    );
    expect(found).toEqual([]);
  });

  test("are granted to nobody else", async () => {
    const { reader, writer, owner } = store.database.roles;
    const found = await texts(
      `
      select distinct table_name || ' to ' || grantee as found
      from information_schema.table_privileges
      where table_schema = 'public' and grantee <> all($1)`,
      [[reader, writer, owner]],
    );
    expect(found).toEqual([]);
    const owners = await texts(
      `select distinct pg_get_userbyid(relowner)::text as found from (${tables}) as t`,
    );
    expect(owners).toEqual([owner]);
  });
});
