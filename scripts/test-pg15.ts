// Runs the suite on Debian's PostgreSQL 15, in a cluster in a temporary folder that is removed
// afterwards. Other arguments are passed to vitest; PG15_BIN names another folder of binaries.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const binaries = process.env.PG15_BIN ?? "/usr/lib/postgresql/15/bin";

/** PostgreSQL refuses to run as root, so root runs it under the package's account. */
function accountOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

async function startCluster(): Promise<Cluster> {
  const account = accountOfServer();
  const folder = await mkdtemp(join(tmpdir(), "bursar-pg15-"));
  await chmod(folder, 0o700);
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [folder, passwordFile]) await chown(path, account.uid, account.gid);
  }
  const port = await freePort();
  const data = join(folder, "data");
  const run = (program: string, words: readonly string[]) => {
    const { status } = spawnSync(join(binaries, program), words, {
      ...account,
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error(`${program} failed`);
  };
  run("initdb", [
    ...[`--pgdata=${data}`, "--username=bursar_test_admin", `--pwfile=${passwordFile}`],
    ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"],
  ]);
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    fsync: "off",
    synchronous_commit: "off",
    max_connections: "200",
  };
  const words = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(folder, "log");
  run("pg_ctl", [
    "start",
    "-w",
    `--pgdata=${data}`,
    `--log=${log}`,
    `--options=${words.join(" ")}`,
  ]);
  return {
    url: `postgres://bursar_test_admin:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      run("pg_ctl", ["stop", "-w", "-m", "immediate", `--pgdata=${data}`]);
      await rm(folder, { recursive: true });
    },
  };
}

async function runSuite(url: string): Promise<number> {
  const vitest = join(import.meta.dirname, "..", "node_modules", "vitest", "vitest.mjs");
  const words = [vitest, "run", "--project", "service", ...process.argv.slice(2)];
  const suite = spawn(process.execPath, words, {
    stdio: "inherit",
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  const ended = new Promise<number>((resolve) => suite.once("close", (code) => resolve(code ?? 1)));
  // Signals go to the suite itself; the cluster is removed once the suite has ended.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => suite.kill(signal));
  return ended;
}

if (!existsSync(join(binaries, "initdb"))) {
  process.stderr.write(
    `${binaries} holds no PostgreSQL 15: apt-get install postgresql-15, or set PG15_BIN.\n`,
  );
  process.exitCode = 1;
} else {
  const cluster = await startCluster();
  try {
    process.exitCode = await runSuite(cluster.url);
  } finally {
    await cluster.stop();
  }
}
