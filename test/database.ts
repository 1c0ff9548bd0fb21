// A migrated database of its own for each test file: a clone of the template of the run, or one that
// an earlier file has used and that was brought back.
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { inject } from "vitest";
import type { ConnectionSettings } from "../src/platform/store/connection.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../src/platform/store/db.ts";
import { cloneDatabase, onNode, removeDatabase } from "./citus/nodes.ts";
import { type KeptStore, keepStore } from "./kept-store.ts";

/** A database of one test file. */
export interface TestDatabase {
  readonly database: Database;
  /** The login of the service. */
  readonly settings: ConnectionSettings;
  /** The login that owns the database and may do anything in it. */
  readonly admin: ConnectionSettings;
  /** Keeps the database as it is now, to be brought back to that; undefined on a cluster. */
  readonly keep: (() => Promise<KeptStore>) | undefined;
  /** Closes the connections and gives the database up. */
  drop(): Promise<void>;
}

/** A database without any table. */
export type EmptyDatabase = Omit<TestDatabase, "database" | "keep">;

/** Makes a database with every migration applied, empty or with the sample firm in it. */
export async function newDatabase(
  content: "empty" | "sample" = "empty",
  limits: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const { admin, serving } = inject("server");
  const clone = idle[content].pop() ?? (await cloneOf(content));
  const settings = { ...serving, ...limits.settings, database: clone.name };
  const database = await connectAsService(settings, limits);
  return {
    database,
    settings,
    admin: { ...admin, database: clone.name },
    keep: clone.kept && (() => keepStore(asAdmin(clone.name), "kept_later")),
    drop: async () => {
      await database.close();
      await giveUp(content, clone);
    },
  };
}

interface Clone {
  readonly name: string;
  readonly kept: KeptStore | undefined;
}

/** Databases of this worker that were brought back: it takes a tenth of the time of a clone. */
const idle: Record<"empty" | "sample", Clone[]> = { empty: [], sample: [] };

async function cloneOf(content: "empty" | "sample"): Promise<Clone> {
  const { template, sampleTemplate, workers } = inject("server");
  const name = await createDatabase(content === "sample" ? sampleTemplate : template);
  const kept = workers.length === 0 ? await keepStore(asAdmin(name), "kept") : undefined;
  return { name, kept };
}

/** Puts a database by for the next test, or removes it where its schema was changed. */
async function giveUp(content: "empty" | "sample", clone: Clone): Promise<void> {
  if (clone.kept) await endOthers(clone.name);
  if (await clone.kept?.bringBack()) idle[content].push(clone);
  else await dropDatabase(clone.name);
}

/** Ends whatever a test left open, so that nothing is still written. */
async function endOthers(name: string): Promise<void> {
  const run = asAdmin(name);
  const end = () =>
    run(`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`);
  while ((await end()).rows.length > 0) await setTimeout(2);
}

/** Runs statements as the superuser, each over a connection of its own. */
function asAdmin(database: string): (text: string) => Promise<pg.QueryResult> {
  return async (text) => {
    const { admin } = inject("server");
    let result: pg.QueryResult | undefined;
    await onNode({ ...admin, database }, async (client) => {
      result = await client.query(text);
    });
    if (result === undefined) throw new Error("a statement without a result");
    return result;
  };
}

/** Makes a database without any table, for tests of migrations,and returns how to reach it. */
export async function newEmptyDatabase(): Promise<EmptyDatabase> {
  const name = await createDatabase("template0");
  const { admin, serving } = inject("server");
  return {
    admin: { ...admin, database: name },
    settings: { ...serving, database: name },
    drop: () => dropDatabase(name),
  };
}

/** Opens a database as a process of the service does, once more if it is open already. */
export function connectAsService(
  settings: ConnectionSettings,
  limits: Partial<DatabaseOptions> = {},
): Promise<Database> {
  return openDatabase({
    readConnections: 2,
    writeConnections: 8,
    statementTimeoutMs: 20_000,
    lockTimeoutMs: 5_000,
    // On a cluster a statement may fail to be planned for all values.
    plansOnce: inject("server").workers.length > 0,
    ...limits,
    settings,
  });
}

async function createDatabase(template: string): Promise<string> {
  const run = inject("server").template.slice(0, -"_template".length);
  const name = `${run}_${randomBytes(6).toString("hex")}`;
  const { admin, workers } = inject("server");
  // A database without tables is one server's, on a cluster too.
  const nodes = template === "template0" ? [admin] : [admin, ...workers];
  await cloneDatabase(nodes, name, template);
  return name;
}

// Roles made for it go with those of the run.
async function dropDatabase(name: string): Promise<void> {
  const { admin, workers } = inject("server");
  await removeDatabase([admin, ...workers], name);
}

/** How to reach a database, as in DATABASE_URL. */
export function urlOf({ host, port, user, password = "", database }: ConnectionSettings): string {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}
