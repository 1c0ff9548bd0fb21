// Runs the suite on Debian's PostgreSQL 15, on a server in a temporary folder that is removed
// afterwards. Other arguments are passed to vitest.
import { lackOfPostgres, runSuite, startServer } from "./postgres-15.ts";

const lack = lackOfPostgres();
if (lack === undefined) {
  const server = await startServer();
  try {
    process.exitCode = await runSuite({ TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
} else {
  process.stderr.write(`${lack}\n`);
  process.exitCode = 1;
}
