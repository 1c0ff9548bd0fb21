// A migrated database of its own for each test file: a clone of the template of the run, or one that
// an earlier file has used and that was brought back.
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { type ConnectionSettings, clientConfig } from "../src/platform/store/connection.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../src/platform/store/db.ts";
import { cloneDatabase, removeDatabase } from "./citus/nodes.ts";
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
  const { keeper } = clone;
  const settings = { ...serving, ...limits.settings, database: clone.name };
  const database = await connectAsService(settings, limits);
  return {
    database,
    settings,
    admin: { ...admin, database: clone.name },
    keep: keeper && (() => keepStore(keeper.run, "kept_later")),
    drop: async () => {
      await database.close();
      await giveUp(content, clone);
    },
  };
}

interface Clone {
  readonly name: string;
  readonly keeper: Keeper | undefined;
}

/** The connection that brings a database back: one for all times, since a new one has to read the catalogue first. */
interface Keeper {
  readonly run: (query: string | pg.QueryConfig) => Promise<pg.QueryResult>;
  readonly kept: KeptStore;
  end(): Promise<void>;
}

/** Databases of this worker that were brought back: it takes a tenth of the time of a clone. */
const idle: Record<"empty" | "sample", Clone[]> = { empty: [], sample: [] };

async function cloneOf(content: "empty" | "sample"): Promise<Clone> {
  const { template, sampleTemplate, workers } = inject("server");
  const name = await createDatabase(content === "sample" ? sampleTemplate : template);
  return { name, keeper: workers.length === 0 ? await openKeeper(name) : undefined };
}

async function openKeeper(database: string): Promise<Keeper> {
  const { admin } = inject("server");
  let open: Promise<pg.Client> | undefined;
  const connect = async () => {
    const client = new pg.Client(clientConfig({ ...admin, database }));
    // A test may end every connection, and the run removes its databases.
    client.on("error", () => {});
    client.once("end", () => {
      open = undefined;
    });
    await client.connect();
    // Its many small tables are read sooner than another process starts.
    await client.query("set max_parallel_workers_per_gather = 0");
    return client;
  };
  const run: Keeper["run"] = async (query) => {
    open ??= connect();
    return (await open).query(query);
  };
  return { run, kept: await keepStore(run, "kept"), end: async () => (await open)?.end() };
}

/** Puts a database by for the next test, or removes it where its schema was changed. */
async function giveUp(content: "empty" | "sample", clone: Clone): Promise<void> {
  const { name, keeper } = clone;
  if (keeper) await endOthers(keeper.run);
  if (await keeper?.kept.bringBack()) {
    idle[content].push(clone);
    return;
  }
  await keeper?.end();
  await dropDatabase(name);
}

/** Ends whatever a test left open, so that nothing is still written. */
async function endOthers(run: Keeper["run"]): Promise<void> {
  const end = () =>
    run(`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`);
  while ((await end()).rows.length > 0) await setTimeout(2);
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
