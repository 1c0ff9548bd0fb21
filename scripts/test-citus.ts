// Runs the suite on a cluster: a coordinator and two workers of PostgreSQL 15 with Citus, which must be
// installed, in temporary folders that are removed afterwards. Other arguments are passed to vitest.
import { randomBytes } from "node:crypto";
import { clusterSettings, lackOfCitus, runSuite, type Server, startServer } from "./postgres-15.ts";

// A test reads in the log which statements of its database went to which node.
const settings = { ...clusterSettings, log_line_prefix: "%d|" };

const lack = lackOfCitus();
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
