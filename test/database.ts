// A migrated database of its own for each test file, cloned from the template of the run.
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { ConnectionSettings } from "../src/platform/store/connection.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../src/platform/store/db.ts";
import { cloneDatabase, onNodes } from "./citus/nodes.ts";

/** A database of one test file. */
export interface TestDatabase {
  readonly database: Database;
  /** The login of the service. */
  readonly settings: ConnectionSettings;
  /** The login that owns the database and may do anything in it. */
  readonly admin: ConnectionSettings;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** A database without any table. */
export type EmptyDatabase = Omit<TestDatabase, "database">;

/** Makes a database with every migration applied, empty or with the sample firm in it. */
export async function newDatabase(
  content: "empty" | "sample" = "empty",
  limits: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const { template, sampleTemplate } = inject("server");
  const name = await createDatabase(content === "sample" ? sampleTemplate : template);
  return openTestDatabase(name, limits);
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

async function openTestDatabase(
  name: string,
  limits: Partial<DatabaseOptions>,
): Promise<TestDatabase> {
  const { admin, serving } = inject("server");
  const settings = { ...serving, ...limits.settings, database: name };
  const database = await connectAsService(settings, limits);
  return {
    database,
    settings,
    admin: { ...admin, database: name },
    drop: async () => {
      await database.close();
      await dropDatabase(name);
    },
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
  await onNodes([admin, ...workers], `drop database if exists ${name} with (force)`);
}

/** How to reach a database, as in DATABASE_URL. */
export function urlOf({ host, port, user, password = "", database }: ConnectionSettings): string {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}
