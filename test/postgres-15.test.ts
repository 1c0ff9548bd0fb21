// Differences between PostgreSQL 15 of Debian and the embedded one: it compiles statements that look dear. The rest
// of the suite runs there by `npm run test:pg15`; this file runs wherever it is installed.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lackOfPostgres, type Server, startServer } from "../scripts/postgres-15.ts";
import { type ConnectionSettings, settingsFromUrl } from "../src/platform/store/connection.ts";
import { type Database, sql } from "../src/platform/store/db.ts";
import { migrate } from "../src/platform/store/migrate.ts";
import { withSnapshot } from "../src/platform/store/snapshot.ts";
import { connectAsService } from "./database.ts";
import { withReader } from "./sample-template.ts";
import { root } from "./source-files.ts";

const lack = lackOfPostgres();
let server: Server;
let settings: ConnectionSettings;
let db: Database;

beforeAll(async () => {
  if (lack !== undefined) return;
  server = await startServer({ settings: { jit: "on" } });
  settings = withReader(settingsFromUrl(server.url));
  await migrate(settings, join(root, "migrations"));
  db = await connectAsService(settings, { plansOnce: true });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

interface Compiling {
  readonly isAsked: string;
  readonly isReady: boolean;
}
const compiling = sql<Compiling>`
  select current_setting('jit') as "isAsked", pg_jit_available() as "isReady"`;

test.skipIf(lack)(
  "no connection has its statements compiled, though the server would",
  async () => {
    const found = [
      await db.first(compiling),
      await db.transaction((tx) => tx.first(compiling)),
      await db.forLoads.transaction((tx) => tx.first(compiling)),
      await withSnapshot(settings, (snapshot) => snapshot.first(compiling)),
    ];
    expect(found).toEqual(found.map(() => ({ isAsked: "off", isReady: false })));
  },
);

test.skipIf(lack)(
  "a read that scans small tables is planned as dear, and runs at once",
  async () => {
    const plan = await db.first(sql<{ "QUERY PLAN": readonly object[] }>`
    explain (analyze, format json) select count(value) from store_property`);
    const shown = plan?.["QUERY PLAN"][0] ?? {};
    expect(Object.keys(shown)).toContain("Execution Time");
    expect(Object.keys(shown)).not.toContain("JIT");
  },
);
