// Runs the suite on a cluster: a coordinator and two workers of PostgreSQL 15 with Citus, which must be
// installed, in temporary folders that are removed afterwards. Other arguments are passed to vitest.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { binaries, lackOfPostgres, runSuite, type Server, startServer } from "./postgres-15.ts";

/** What to install if there is no Citus, in a sentence. */
function lackOfCitus(): string | undefined {
  const program = join(binaries, "pg_config");
  const folder = spawnSync(program, ["--pkglibdir"], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (existsSync(join(folder, "citus.so"))) return undefined;
  return (
    `PostgreSQL in ${binaries} has no Citus: install Citus 13 for PostgreSQL 15 ` +
    "(https://docs.citusdata.com), or set PG15_BIN."
  );
}

const settings = {
  shared_preload_libraries: "citus",
  max_connections: "300",
  max_prepared_transactions: "600",
  wal_level: "logical",
  max_worker_processes: "64",
  "citus.node_conninfo": "sslmode=disable",
  // A test reads in the log which statements of its database went to which node.
  log_line_prefix: "%d|",
};

const lack = lackOfPostgres() ?? lackOfCitus();
if (lack === undefined) {
  const servers: Server[] = [];
  try {
    const password = randomBytes(16).toString("hex");
    for (let count = 0; count < 3; count += 1) {
      servers.push(await startServer({ settings, password, isNode: true }));
    }
    const [coordinator, ...workers] = servers as [Server, ...Server[]];
    process.exitCode = await runSuite({
      TEST_DATABASE_URL: coordinator.url,
      TEST_CITUS_WORKERS: workers.map(({ url }) => url).join(" "),
      TEST_CITUS_LOG: coordinator.log,
    });
  } finally {
    for (const server of servers) await server.stop();
  }
} else {
  process.stderr.write(`${lack}\n`);
  process.exitCode = 1;
}
