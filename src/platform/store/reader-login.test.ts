// An attacker who reaches the connection for reads, or knows its password, can only read.
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  connectAsService,
  type EmptyDatabase,
  newDatabase,
  newEmptyDatabase,
  type TestDatabase,
} from "../../../test/database.ts";
import { root } from "../../../test/source-files.ts";
import { type ConnectionSettings, clientConfig } from "./connection.ts";
import { migrate } from "./migrate.ts";
import {
  checkReaderLogin,
  prepareReaderLogin,
  readerSettings,
  scramVerifier,
} from "./reader-login.ts";
import { openConnection } from "./session.ts";
import { sql } from "./sql.ts";
import { lockWholeStore } from "./store-lock.ts";
import { needlessRights } from "./withheld-rights.ts";

let store: EmptyDatabase & Pick<TestDatabase, "database">;
let attacker: pg.Client;
beforeAll(async () => {
  // Not a clone, which has its tables' rights and not those of its database.
  const empty = await newEmptyDatabase();
  await migrate(empty.admin, migrations, empty.settings.user);
  store = { ...empty, database: await connectAsService(empty.settings) };
  attacker = await openConnection(readerSettings(store.settings, store.database.roles.reader));
});
afterEach(() => attacker.query("rollback"));
afterAll(async () => {
  await attacker.end();
  await store.database.close();
  await store.drop();
});

const migrations = `${root}/migrations`;
const firstOf = async (client: pg.Client, text: string) =>
  Object.values((await client.query(text)).rows[0] ?? {})[0];

test("reads of the service come from a login of its own, which is no member of any role", async () => {
  const { reader, writer, owner } = store.database.roles;
  const who = sql`select session_user::text as "session", current_user::text as "current"`;
  expect(await store.database.first(who)).toEqual({ session: reader, current: reader });
  const memberships = `select count(*)::int from pg_auth_members where member = '${reader}'::regrole`;
  expect(await firstOf(attacker, memberships)).toBe(0);
  for (const role of [writer, owner, store.settings.user, store.admin.user]) {
    for (const take of [
      `select set_config('role', '${role}', false)`,
      `set role "${role}"`,
      `set session authorization "${role}"`,
    ]) {
      await expect(attacker.query(take), take).rejects.toThrow(/permission denied/);
    }
  }
  await attacker.query("reset role; reset session authorization");
  expect(await firstOf(attacker, "select current_user::text")).toBe(reader);
});

test.each([
  "select lo_create(0)",
  "select lo_creat(-1)",
  "select lo_from_bytea(0, 'kept')",
  "select lo_import('/etc/passwd')",
  "select pg_advisory_lock(6271907209)",
  "select pg_advisory_lock_shared(6271907209)",
  "select pg_try_advisory_lock(6271907209)",
  "select pg_try_advisory_xact_lock_shared(1, 2)",
  "select pg_advisory_unlock_all()",
  "select pg_terminate_backend(pg_backend_pid())",
  "select pg_logical_emit_message(false, 'a', 'b')",
  "create temporary table kept (a int)",
  "create table kept (a int)",
  "create schema kept",
  "create function kept() returns int language sql as 'select 1'",
  "create or replace function use_store() returns void language sql as 'select'",
  "update account set account_name = 'mine'",
  "insert into store_property (name, value) values ('a', 'b')",
  "delete from event",
  "truncate account",
  "begin; lock table account in exclusive mode",
  "select * from account for update",
  "copy account to program 'true'",
  "create extension pg_trgm",
  "select passwd from pg_shadow",
])("%s is refused, whatever the session is set to", async (statement) => {
  await attacker.query("set default_transaction_read_only = off; set statement_timeout = 0");
  await expect(attacker.query(statement)).rejects.toThrow(
    /permission denied|must be (owner|superuser)/,
  );
});

test("no other function of PostgreSQL does more than read or run a statement of its caller", async () => {
  expect(await needlessRights(store.database, store.database.roles)).toBe(0);
  const { rows } = await attacker.query<{ name: string }>(
    `select distinct proname::text as name from pg_proc
      where pronamespace = 'pg_catalog'::regnamespace and provolatile = 'v' and prokind = 'f'
        and prorettype <> 'trigger'::regtype and prorettype <> 'event_trigger'::regtype
        and has_function_privilege(oid, 'EXECUTE') order by 1`,
  );
  const unread = rows.filter(({ name }) => !harmless.some((pattern) => pattern.test(name)));
  expect(unread.map(({ name }) => name)).toEqual([]);
});

test("it is seen that a reader uses the store, which nobody else may have for themselves then", async () => {
  const other = await newDatabase("empty");
  const restoring = await openConnection(other.admin);
  await other.database.rows(sql`select 1`);
  await restoring.query("begin");
  await expect(lockWholeStore(restoring)).rejects.toThrow("Another process is using the store");
  await restoring.end();
  await other.drop();
});

test("migrate gives it a new password with another key, and only with one that may", async () => {
  const own = await newEmptyDatabase();
  await migrate(own.admin, migrations, own.settings.user);
  const reader = `${own.admin.database}_reader`;
  await checkReaderLogin(own.settings, reader);

  const [before, after] = ["old-password", "new-password"].map((readerPassword) => ({
    ...own.admin,
    readerPassword,
  })) as [ConnectionSettings, ConnectionSettings];
  await prepareReaderLogin(before);
  await prepareReaderLogin(after);
  await checkReaderLogin(after, reader);
  await expect(checkReaderLogin(before, reader)).rejects.toThrow(
    `PostgreSQL refuses ${reader}, the login for reads, by its password: run \`bursar migrate\``,
  );

  if (own.settings.user !== own.admin.user) {
    const asService = prepareReaderLogin({ ...own.settings, readerPassword: "old-password" });
    const refusal = await asService.catch(({ message }: Error) => message);
    expect(refusal).toMatch(
      new RegExp(
        `an administrator must run: alter role "${reader}" login password 'SCRAM-SHA-256\\$4096:`,
      ),
    );
    expect(refusal).not.toContain("old-password");
  }
  await own.drop();
});

test("PostgreSQL is sent the verifier that it would make of the password", async () => {
  const { admin } = store;
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  const role = `${admin.database}_probe`;
  await client.query(`create role ${role} password 'correct horse'`);
  const made = await firstOf(client, `select rolpassword from pg_authid where rolname = '${role}'`);
  await client.query(`drop role ${role}`);
  await client.end();
  const salt = /:([^$]+)\$/.exec(String(made))?.[1] ?? "";
  expect(scramVerifier("correct horse", Buffer.from(salt, "base64"))).toBe(made);
});

/** Functions that were read for what they do to others, by their names; PostgreSQL brings more with each
 * version, and what a new one does must be read as well. */
const harmless: readonly RegExp[] = [
  // Statistics, sizes and places in the log are read.
  /^pg_(stat_get|control|current_wal|last|wal|is|xact|partition)_/,
  /^pg_\w*(_size|_lsn|_pids|_version|_usage|_status|_ancestors|_tree|_members|_xact|_events)$/,
  /^pg_(available_wal_summaries|get_loaded_modules|get_sequence_data|get_wal_\w+|jit_available)$/,
  /^pg_(sequence_last_value|isolation_test_session_is_blocked)$/,
  /^(clock_timestamp|timeofday|current_query|currtid2|txid_status)$/,
  // They draw by chance, or set the caller's own session.
  /^(random|random_normal|setseed|array_sample|array_shuffle|gen_random_uuid|uuidv[47])$/,
  /^(set_config|pg_stat_clear_snapshot|pg_stat_force_next_flush|pg_export_snapshot)$/,
  // They run a statement of the caller's, with the caller's rights, or take time.
  /^(query_to_xml\w*|cursor_to_xml\w*|ts_stat|ts_rewrite|plpgsql_\w+|pg_sleep\w*|pg_notify)$/,
  // They ask for rights of their own: of a table's owner, a sequence, replication or a superuser.
  /^(brin_\w+|gin_clean_pending_list|nextval|setval|currval|lastval)$/,
  /^pg_(clear|restore)_(attribute|relation)_stats$|^pg_extension_config_dump$|^pg_nextoid$|_old$/,
  /^pg_\w*(replication_slots?|logical_slot|slot_advance)\w*$|^pg_import_system_collations$/,
  /^pg_stop_making_pinned_objects$/,
  // They can only be called by PostgreSQL itself.
  /^(binary_upgrade_\w+|\w+handler|amvalidate|bernoulli|system|dsnowball_\w+)$/,
];
