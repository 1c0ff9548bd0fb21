// The life of the PostgreSQL process: its cluster is created completely or not at all, it starts
// after any crash, and it stops cleanly.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { StoreFault } from "../../process/store-fault.ts";
import { endWithThisProcess, isKnown, stopPostgres } from "./end-of-postgres.ts";
import { type Account, childOptions, type StoreLog } from "./postgres-account.ts";
import { type Binaries, majorOf } from "./postgres-binaries.ts";
import { complaintPrefix, parseComplaint } from "./postgres-complaint.ts";

/** The binaries, account, folders and settings of a PostgreSQL process. */
export interface Cluster {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** The folder that the account owns; the cluster's files are in `data` below it. */
  readonly folder: string;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: StoreLog;
  /** Called whenever one of its processes has begun, for which the caller then waits. */
  readonly onProcess?: (() => void) | undefined;
}

/** The database that each cluster has, whatever else it has. */
export const templateName = "template1";

/** Creates the cluster's files with this superuser; a crash leaves nothing that prevents the next
 * attempt. */
export async function initialize(cluster: Cluster, user: string, password: string): Promise<void> {
  const { account, folder } = cluster;
  // A start that was killed may have left an initdb running, which still writes into its draft.
  const draft = join(folder, `draft-${process.pid}`);
  const passwordFile = join(folder, "password");
  for (const name of await readdir(folder)) {
    if (!name.startsWith("draft")) continue;
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  }
  await rm(passwordFile, { force: true });
  try {
    await writeFor(account, passwordFile, password);
    await runInitdb(cluster, [
      `--pgdata=${draft}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--data-checksums",
      "--no-instructions",
      ...syncWords(cluster),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, join(folder, "data"));
}

/** How the new files are made durable: by one request for the whole file system where PostgreSQL can ask for that, which
 * takes a tenth of the time of a request for each of a thousand files. */
function syncWords({ settings, binaries }: Cluster): readonly string[] {
  if (settings.fsync === "off") return ["--no-sync"];
  const isKnown = process.platform === "linux" && Number(majorOf(binaries.version)) >= 17;
  return isKnown ? ["--sync-method=syncfs"] : [];
}

/** Gives logins of a stopped cluster new passwords; missing logins are skipped. */
export async function setPasswords(
  cluster: Cluster,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const { binaries, account, folder } = cluster;
  const words = [
    "--single",
    "-D",
    join(folder, "data"),
    "-c",
    "log_min_messages=fatal",
    templateName,
  ];
  const child = spawn(binaries.postgres, words, {
    ...childOptions(account),
    stdio: ["pipe", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const lines = Object.entries(passwords).map(([login, password]) => {
    return `alter role ${login} password '${password}'\n`;
  });
  child.stdin.on("error", () => {}); // reported by its status
  child.stdin.end(lines.join(""));
  const [code] = await once(child, "close");
  if (code === 0) return;
  throw new StoreFault(
    `PostgreSQL's passwords cannot be set: ${output.trim().replaceAll("\n", " ")}`,
  );
}

/** Writes a new file that only the account can read. */
async function writeFor(account: Account | undefined, path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    // By handle, since the folder's owner could put a link in the file's place meanwhile.
    if (account !== undefined) await file.chown(account.uid, account.gid);
  } finally {
    await file.close();
  }
}

async function runInitdb(cluster: Cluster, words: readonly string[]): Promise<void> {
  const child = spawn(cluster.binaries.initdb, words, {
    ...childOptions(cluster.account),
    stdio: ["ignore", "ignore", "pipe"],
  });
  cluster.onProcess?.();
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw initdbFault(output);
}

/** The meaning of initdb's complaint for the operator. */
export function initdbFault(output: string): StoreFault {
  const said = `initdb failed: ${output.trim().replaceAll("\n", " ")}`;
  const isUnknownUser = /look up effective user/i.test(output);
  const advice = "Give this user an entry in /etc/passwd, or set DATABASE_URL.";
  return new StoreFault(isUnknownUser ? `${said}. ${advice}` : said);
}

/** A connection keeps the memory of a large result for the next one. Otherwise glibc gives each
 * allocation above 128 kB back at once, and the system clears its pages again: for a result of 209 kB
 * that is nearly half of PostgreSQL's time. (docs/adr/0038-embedded-postgresql.md) */
const allocation = { MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_TRIM_THRESHOLD_: "1048576" };

/** Starts PostgreSQL and returns once it accepts connections; throws StoreFault if it does not, or
 * if `stopping` ends the attempt. */
export async function startPostgres(
  cluster: Cluster,
  stopping: AbortSignal,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const { env, ...account } = childOptions(cluster.account);
    const child = spawn(cluster.binaries.postgres, serverWords(cluster), {
      ...account,
      env: { ...env, ...allocation },
      stdio: ["ignore", "ignore", "pipe"],
      // Ctrl-C in a terminal reaches the whole process group: the service must complete its
      // requests first.
      detached: true,
    });
    endWithThisProcess(child, cluster.account);
    cluster.onProcess?.();
    const refusal = await refusalOf(child, cluster.log, stopping);
    if (refusal === undefined) return child;
    // If only PostgreSQL crashed, its last children need a moment to notice and end.
    const isHeld = /shared memory block .* still in use/.test(refusal);
    if (stopping.aborted || attempt === 50 || !isHeld) {
      throw new StoreFault(`PostgreSQL did not start: ${refusal}.`);
    }
    await delay(200);
  }
}

function serverWords(cluster: Cluster): string[] {
  const settings: Record<string, string> = {
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: `"${cluster.socketFolder}"`,
    unix_socket_permissions: "0700",
    password_encryption: "scram-sha-256",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    logging_collector: "off",
    log_destination: "stderr",
    // A command that was killed leaves no statement running.
    client_connection_check_interval: "2s",
    log_line_prefix: complaintPrefix,
    log_min_messages: "error",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...cluster.settings,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", join(cluster.folder, "data"), ...words];
}

/** Waits until the server is ready, or returns why it ended. */
async function refusalOf(
  child: ChildProcess,
  log: StoreLog,
  stopping: AbortSignal,
): Promise<string | undefined> {
  if (child.stderr === null) throw new Error("PostgreSQL's log is not piped");
  let complaint = "it ended without a word";
  const lines = createInterface({ input: child.stderr });
  const ready = new Promise<undefined>((resolve) => {
    lines.on("line", (line) => {
      const complained = parseComplaint(line);
      if (complained !== undefined) {
        if (!complained.startsWith("ERROR")) complaint = complained;
        log.warn(`PostgreSQL: ${complained}`);
      }
      if (line.includes("database system is ready to accept connections")) resolve(undefined);
    });
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once("close", () => resolve(complaint));
    child.once("error", reject);
  });
  const end = () => {
    if (child.pid !== undefined) stopPostgres(child.pid).catch(() => {});
  };
  stopping.addEventListener("abort", end);
  try {
    return await Promise.race([ready, ended]);
  } finally {
    stopping.removeEventListener("abort", end);
  }
}

/** Stops a PostgreSQL that outlived its service, and removes a pid that now belongs to another
 * process. */
export async function clearLeftovers(
  folder: string,
  account: Account | undefined,
  log: StoreLog,
): Promise<void> {
  const path = join(folder, "data", "postmaster.pid");
  const text = await readFile(path, "latin1").catch(() => undefined);
  if (text === undefined) return;
  const [first = "", ...others] = text.split("\n");
  const pid = Number(first);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isKnown(pid)) return;
  if (runsIn(pid, join(folder, "data"))) {
    log.info(`Stopping a PostgreSQL (process ${pid}) that outlived its service.`);
    await stopPostgres(pid);
    return;
  }
  // PostgreSQL would refuse to start next to that process, even one that has ended and that nobody
  // has waited for. It ignores its parent's pid, but still checks whether the memory named in the
  // other lines is in use. Written as the folder's owner, whose links root must not follow.
  spawnSync("/bin/sh", ["-c", 'cat > "$1"', "sh", path], {
    ...childOptions(account),
    input: [String(process.pid), ...others].join("\n"),
  });
}

function runsIn(pid: number, data: string): boolean {
  try {
    const place = realpathSync(data);
    if (process.platform !== "linux") {
      const listed = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
      return listed.stdout.includes("postgres") && listed.stdout.includes(data);
    }
    const isPostgres = readFileSync(`/proc/${pid}/comm`, "latin1").startsWith("postgres");
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === place;
  } catch {
    return false;
  }
}
