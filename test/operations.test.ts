// The commands of docs/operations.md next to a real process: back-up, restore, checkpoint, past states,
// and a new master key, next to a running service and after it has stopped.
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runHere } from "./command-here.ts";
import {
  type Ended,
  makeDataFolder,
  readCredentials,
  type ServiceProcess,
  startService,
} from "./service-process.ts";
import { root } from "./source-files.ts";

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let outside: string;
let service: ServiceProcess;
let backup: string;
let heads: string;
const monitor = "a-token-of-the-monitor";

beforeAll(async () => {
  folder = await makeDataFolder();
  outside = join(folder.dataDir, "..");
  [backup, heads] = [join(outside, "firm.backup"), join(outside, "firm.heads")];
  service = await startService(folder.dataDir);
});
afterAll(async () => {
  service.signal("SIGTERM");
  await service.ended;
  await folder.remove();
});

const bursar = (words: string, dataDir = folder.dataDir): Promise<Ended> =>
  runHere(words.split(" "), { DATA_DIR: dataDir, LOG_LEVEL: "error" });

async function done(words: string, dataDir?: string): Promise<string> {
  const { status, stdout, stderr } = await bursar(words, dataDir);
  expect([status, stderr], words).toEqual([0, ""]);
  return stdout;
}

async function refused(words: string, dataDir?: string): Promise<string> {
  const { status, stdout, stderr } = await bursar(words, dataDir);
  expect([status, stdout], words).toEqual([1, ""]);
  return stderr;
}

test("next to a running service the store is backed up, which is noted, and not restored or re-keyed", async () => {
  // Changes made meanwhile are in the back-up, and not in the checkpoint.
  expect(await done(`audit checkpoint --out ${heads}`)).toMatch(/heads of \d+ subjects/);
  expect(await done(`backup ${backup}`)).toMatch(/\n.*firm\.backup: \d+ rows of \d+ tables\n$/);
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  expect(await done(`backup --verify ${backup}`)).toMatch(/\n.*: \d+ rows of \d+ tables\n$/);
  expect(await done("migrate --check")).toBe("0 pending\n");
  expect(await refused(`backup ${backup}`)).toMatch("already exists");
  expect(await refused(`restore ${backup}`)).toMatch("The service is running: stop it");
  expect(await refused("keys rotate-master")).toMatch("The service is running: stop it");
});

test("transactions are exported as the service returns them", async () => {
  const { callers } = await readCredentials(folder.dataDir);
  const range = "2024-01-01,2026-03-02";
  const path = `/restapi/accounts/RA00000001/transactions?format=csv&daterange=${range}`;
  const fetched = await fetch(service.address + path, {
    headers: { Authorization: `Bearer ${callers.adviser?.token}` },
  });
  const file = join(outside, "transactions.csv");
  const days = range.replace(",", " --to ");
  await done(`export transactions --account RA00000001 --from ${days} --out ${file}`);
  const text = await fetched.text();
  expect(await readFile(file, "utf8")).toBe(text);
  expect(text.split("\n").length).toBeGreaterThan(20);
  expect(await refused("export transactions --account RA99999999")).toMatch("no such account");
});

test("the past of an account is shown, and the page says where it is not known", async () => {
  const { callers } = await readCredentials(folder.dataDir);
  const before = new Date().toISOString();
  const response = await fetch(`${service.address}/restapi/accounts/RA00000001`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${callers.adviser?.token}`,
      "Content-Type": "application/json",
    },
    body: '{"accountName":"Everyday money"}',
  });
  expect(response.status).toBe(200);
  const nameAt = async (time: string) => {
    const printed = JSON.parse(await done(`audit at RA00000001 --json --time ${time}`));
    return printed.result.state.account.accountName;
  };
  expect(await nameAt(before)).toBe("Everyday");
  expect(await nameAt("2999-01-01T00:00:00Z")).toBe("Everyday money");
  expect(await done(`audit at RA00000001 --time ${before}`)).toMatch(
    new RegExp(
      `^RA00000001 at ${before}, as entry \\d left it .*:\\n( {4}.*\\n)* {4}account\\.accountName: Everyday\\n`,
    ),
  );
  const early = "audit at RA00000001 --time 2000-01-01T00:00:00Z";
  const { command, result, error } = JSON.parse((await bursar(`${early} --json`)).stdout);
  expect([command, result.state, error]).toEqual(["audit at", null, expect.any(String)]);
  expect(await refused(early)).toContain("is not known");
});

test("on loopback without a proxy the metrics are open", async () => {
  const response = await fetch(`${service.address}/metrics`);
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  const text = await response.text();
  expect(text).toMatch(/^bursar_audit_entries_total 1$/m);
  const node = process.versions.node.replaceAll(".", "\\.");
  const build = `version="0\\.1\\.0",node="${node}",postgres="18\\.\\d+",revision="[0-9a-f]*"`;
  expect(text).toMatch(new RegExp(`^bursar_build_info\\{${build}\\} 1$`, "m"));
});

test("the service takes a checkpoint at its start, and a verification compares with it", async () => {
  const kept = join(folder.dataDir, "checkpoints");
  const names = async () => (await readdir(kept).catch(() => [])).join();
  await expect.poll(names, { timeout: 60_000 }).toMatch(/^\d{4}-\d\d-\d\d\.heads$/);
  expect(JSON.parse(await done("audit verify --json")).result).toMatchObject({
    checkpoint: join(kept, await names()),
    faults: [],
  });
  const { rows, faults } = JSON.parse(await done("verify credentials --json")).result;
  expect([Number(rows) > 10, faults]).toEqual([true, []]);
});

test("what is odd about the sample firm is listed by kind", async () => {
  const { result } = JSON.parse(await done("doctor --json"));
  const kinds: string[] = result.oddities.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toContain("account without a source");
  expect(kinds).not.toContain("no back-up");
  expect(kinds).not.toContain("account that could not be opened");
  const said = await done("doctor");
  expect(said).toMatch(/^account without a source: \d+\n {2}Account RA/m);
  expect(said).toMatch(/^PostgreSQL 18\.\d+ (of \d{4}-\d\d-\d\d, \d+ days old|, whose release)/);
  expect(kinds).not.toContain("rights of the reader");
});

test("a folder without a store is refused by what only reads, and stays as it is", async () => {
  const nothing = join(outside, "nothing");
  for (const words of ["audit verify", "verify credentials", "doctor", "backup x.backup"]) {
    expect(await refused(words, nothing)).toBe(
      `bursar: ${nothing} holds no store: set DATA_DIR to the folder of one.\n`,
    );
  }
  await expect(stat(nothing)).rejects.toThrow("ENOENT");
});

test("the back-up is restored into another folder once its master key is there", async () => {
  const other = join(outside, "restored");
  expect(await refused(`restore ${backup}`, other)).toMatch("put it in MASTER_KEY");
  await mkdir(other, { mode: 0o711 });
  await copyFile(join(folder.dataDir, "master.key"), join(other, "master.key"));
  expect(await done(`restore ${backup}`, other)).toMatch(/rows of \d+ tables\n$/);
  expect(await done(`audit verify --against ${heads}`, other)).toMatch(/entries of \d+ subjects/);
  const without = await bursar("audit verify", other);
  expect(without.stderr).toMatch(/^bursar: No checkpoint is in .*restored\/checkpoints: /);
  expect(without.status).toBe(0);
});

test("after the service has stopped its master key is changed, and everything works as before", async () => {
  service.signal("SIGTERM");
  await service.ended;
  const before = await readFile(join(folder.dataDir, "master.key"), "utf8");
  expect(await done("keys rotate-master")).toMatch(/member: \d+ values resealed/);
  expect(await readFile(join(folder.dataDir, "master.key"), "utf8")).not.toBe(before);
  expect(await done(`audit verify --against ${heads}`)).toMatch(/entries of \d+ subjects/);
  const secret = join(outside, "metrics-token");
  await writeFile(secret, `${monitor}\n`);
  service = await startService(folder.dataDir, {
    HEALTH_PORT: "0",
    HEALTH_HOST: "0.0.0.0",
    METRICS_TOKEN_FILE: secret,
  });
  const { callers } = await readCredentials(folder.dataDir);
  const headers = { Authorization: `Bearer ${callers.adviser?.token}` };
  const read = await fetch(`${service.address}/restapi/accounts/RA00000001`, { headers });
  expect(read.status).toBe(200);
});

test("health and metrics have a port and an address of their own, which the log names", async () => {
  const port = await vi.waitFor(
    () => {
      const named = /"port":(\d+),"host":"0\.0\.0\.0",.*"health and metrics have a port/.exec(
        service.stderr(),
      )?.[1];
      expect(named).toBeDefined();
      return named;
    },
    { timeout: 20_000 },
  );
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  const metrics = `http://127.0.0.1:${port}/metrics`;
  expect((await fetch(metrics)).status).toBe(401);
  const headers = { Authorization: `Bearer ${monitor}` };
  expect((await fetch(metrics, { headers })).status).toBe(200);
  expect(service.stderr()).not.toContain(monitor);
});

test("the page names every command", async () => {
  const page = await readFile(join(root, "docs", "operations.md"), "utf8");
  const commands = ["backup", "restore", "audit checkpoint", "audit verify --against", "audit at"];
  commands.push("keys rotate-master", "migrate --check", "audit show");
  commands.push("events tail", "events export");
  expect(commands.filter((command) => !page.includes(`bursar ${command}`))).toEqual([]);
  // A row of a table cannot go on in the next line.
  const long = page.split("\n").filter((line) => line.length > 120 && !line.startsWith("|"));
  expect(long).toEqual([]);
});
