// The command line as a user sees it: help, exit statuses, what is printed where, and commands
// next to a running service.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "../src/cli/program.ts";
import type { Contract } from "../src/platform/http/contract/contract-document.ts";
import { type ConnectionSettings, clientConfig } from "../src/platform/store/connection.ts";
import { embeddedSettings } from "../src/platform/store/embedded/embedded-postgres.ts";
import { onNode } from "./citus/nodes.ts";
import { runHere } from "./command-here.ts";
import { resolved } from "./contract-check.ts";
import { newDatabase, newEmptyDatabase, urlOf } from "./database.ts";
import {
  type Ended,
  makeDataFolder,
  readCredentials,
  runBursar,
  runUntilOutput,
  type ServiceProcess,
  startService,
} from "./service-process.ts";
import { root } from "./source-files.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: ServiceProcess;
/** The first start, which was killed as soon as it answered. */
let killed: Ended;

beforeAll(async () => {
  folder = await makeDataFolder();
  const first = await startService(folder.dataDir, {}, () => true);
  first.signal("SIGKILL");
  killed = await first.ended;
  service = await startService(folder.dataDir);
});
afterAll(async () => {
  service.signal("SIGTERM");
  await service.ended;
  await folder.remove();
});

/** Runs a command next to the running service. */
const bursar = (...words: string[]): Promise<Ended> => runHere(words, { DATA_DIR: folder.dataDir });

/** The same in a process of its own. */
const bursarProcess = (...words: string[]): Promise<Ended> =>
  runBursar(words, { DATA_DIR: folder.dataDir });

/** Asserts that a command was refused with one sentence and nothing else. */
function expectRefused({ status, stderr }: Ended, sentence: string | RegExp): void {
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^bursar: .*[.!]\n$/);
  expect(status).toBe(1);
}

describe("help", () => {
  test("shows an example of every command, and names pages that exist", () => {
    const without: string[] = [];
    const pages = new Set<string>();
    function visit(command: Command): void {
      let help = "";
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      for (const [page] of help.matchAll(/docs\/[\w/-]+\.md/g)) pages.add(page);
      if (command.commands.length === 0 && !help.includes("\nExample:\n  ")) {
        without.push(command.name());
      }
      command.commands.forEach(visit);
    }
    visit(program);
    expect([without, pages.size > 0]).toEqual([[], true]);
    expect([...pages].filter((page) => !existsSync(join(root, page)))).toEqual([]);
  });

  test("ends with 0, a usage error with 2", async () => {
    const lines = [["--version"], ["keys", "--help"]];
    const wrong = [[], ["nope"], ["load"], ["keys"], ["keys", "list", "--nope"], ["serve", "here"]];
    const statuses = [];
    for (const words of [...lines, ...wrong]) statuses.push((await bursar(...words)).status);
    expect(statuses).toEqual([...lines.map(() => 0), ...wrong.map(() => 2)]);
    expect((await bursarProcess("--version")).status).toBe(0);
    expect((await bursarProcess("keys", "list", "--nope")).status).toBe(2);
  });

  test.each([
    ["keys create 5001 --expires tomorrow", "--expires must be an ISO 8601 instant"],
    ["keys create 5001 --never --expires 2999-01-01T00:00:00Z", "choose either --expires or"],
    ["audit at RA00000001 --time 2026-03-02", "It must be an ISO 8601 instant with its offset."],
    ["audit at firm:1002 --time 2026-03-02T00:00:00Z", "Only the state of an account or of offer:"],
    ["explain return --account RA00000001 --range 2025-01-02", "--range is two ISO 8601 dates"],
    ["explain return --account RA00000001 --from 2025-01-02", "give both days: --from and --to"],
    ["export transactions --from March", "It must be a day, YYYY-MM-DD."],
    ["export transactions --from 2026-02-01 --to 2026-01-31", "--from is after --to"],
    ["events export --from March", "It must be a day, YYYY-MM-DD."],
    ["events tail --types a.b", "There is no type a.b"],
    ["events tail --after now", "It must be a `position` that"],
    ["report --tax-year 24", "It must have four digits."],
    ["report --tax-year 2024 --form 8949 --of-version 0", "It must be a whole number from 1."],
    ["compute --json", "choose either --account or --all"],
    ["sample --out never-made --holdings 0", "an account needs at least one holding"],
  ])(
    "%s is a usage error: it is printed with the command's help, and nothing is done",
    async (line, why) => {
      const { status, stdout, stderr } = await bursar(...line.split(" "));
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^error: /);
      expect(stderr).toContain(why);
      expect(stderr).toContain("\nUsage: bursar ");
    },
  );
});

describe("a refused command", () => {
  test("says why in one sentence and ends with 1", async () => {
    expectRefused(
      await bursarProcess("keys", "create", "77"),
      "There is no API user with this id.",
    );
    expectRefused(await bursar("keys", "revoke", "1"), "There is no valid key with this id.");
    expectRefused(await bursar("audit", "show", "RZ99999999"), "The subject has no entries.");
    const unknown = await bursar("keys", "create", "5001", "--member", "nobody.here");
    expectRefused(unknown, /^bursar: /);
  });

  test("has one server where the PostgreSQL is embedded, and names what a cluster needs", async () => {
    for (const command of ["distribute", "nodes"]) {
      expectRefused(await bursar(command), "set DATABASE_URL to a cluster.");
    }
  });

  test("names the process that holds the folder of a second service", async () => {
    const second = await runBursar(["serve"], { DATA_DIR: folder.dataDir, PORT: "0" });
    expectRefused(second, `bursar serve (process ${service.pid}) holds ${folder.dataDir}`);
  });

  test("names the port that another process has", async () => {
    const other = await makeDataFolder();
    const store = await newDatabase();
    const { port } = new URL(service.address);
    const second = await runBursar(["serve"], {
      DATA_DIR: other.dataDir,
      DATABASE_URL: urlOf(store.settings),
      MASTER_KEY: "07".repeat(32),
      PORT: port,
    });
    await store.drop();
    await other.remove();
    expectRefused(
      { ...second, stderr: complaintIn(second.stderr) },
      `port ${port} (another process`,
    );
  });

  test("names a folder that cannot be used", async () => {
    const file = join(folder.dataDir, "credentials.json");
    const refused = await runBursar(["serve"], { DATA_DIR: join(file, "data") });
    expectRefused(refused, "set DATA_DIR to a folder that this user may write to");
  });

  test("reports a store that does not answer", async () => {
    const away = { DATABASE_URL: "postgresql://u:p@127.0.0.1:1/x", MASTER_KEY: "ab".repeat(32) };
    for (const command of ["serve", "migrate"]) {
      expectRefused(await runBursar([command], away), "The store is not available; try again.");
    }
  });

  test("names every fault of the configuration", async () => {
    const faulty = { PORT: "x", HOST: "0.0.0.0", LOG_LEVEL: "loud" };
    const { status, stderr } = await runBursar(["serve"], faulty);
    expect(status).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "bursar: PORT must be a whole number from 0 to 65535.
      LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.
      PUBLIC_URL is required when HOST is not a loopback address.
      "
    `);
  });
});

/** The sentence of a refusal, before or after lines of the log. */
function complaintIn(stderr: string): string {
  return stderr
    .split(/(?<=\n)/)
    .filter((line) => !line.startsWith("{"))
    .join("");
}

describe("keys", () => {
  async function statusWith(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${service.address}/restapi/accounts/RA00000001`, { headers })).status;
  }

  test("are created next to the running service, listed without secrets, and revoked", async () => {
    const { keyId, token } = parsedOutput(await bursarProcess("keys", "create", "5001", "--json"));
    expect(await statusWith(token)).toBe(200);
    const listed = await bursar("keys", "list", "--json");
    expect(parsedOutput(listed)).toContainEqual(
      expect.objectContaining({ keyId, apiUserId: "5001" }),
    );
    expect(listed.stdout).not.toContain(token);
    expect(parsedOutput(await bursar("keys", "revoke", keyId, "--json"))).toEqual({
      revoked: keyId,
    });
    await expect.poll(() => statusWith(token), { timeout: 20_000, interval: 250 }).toBe(401);
    expect((await bursar("keys", "list")).stdout).toMatch(
      new RegExp(`^key .*\\n(.*\\n)*${keyId} +token +revoked +5001 `),
    );
  });

  test("for signing show their secret once", async () => {
    const drawn = parsedOutput(await bursar("keys", "create", "5001", "--signing", "--json"));
    expect(Object.keys(drawn)).toEqual(["keyId", "apiKey", "sharedSecret", "expiresAt"]);
    expect((await bursar("keys", "list", "--json")).stdout).not.toContain(drawn.sharedSecret);
  });
});

describe("console", () => {
  const pathOf = "/console/session";

  test("makes a link, lists who signed in by it, and ends the session", async () => {
    const made = parsedOutput(await bursar("console", "link", "harbor.lin", "--json"));
    expect(made).toMatchObject({ loginId: "harbor.lin", apiUserId: "5001" });
    const [, secret = ""] = made.link.split("/console/#link=");
    const response = await fetch(service.address + pathOf, {
      method: "POST",
      headers: { origin: service.address, "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    expect(response.status).toBe(200);
    const { sessionId = "", token = "" } = (await response.json()) as Record<string, string>;
    const [cookie = ""] = response.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
    const statusNow = async () =>
      (await fetch(service.address + pathOf, { headers: { cookie } })).status;
    expect(await statusNow()).toBe(200);

    const listed = await bursar("console", "sessions");
    expect(listed.stdout).toMatch(new RegExp(`^${sessionId} +open +harbor.lin +5001 `, "m"));
    for (const hidden of [secret, token, cookie]) expect(listed.stdout).not.toContain(hidden);
    expect(service.stdout() + service.stderr()).not.toContain(secret);

    const ended = parsedOutput(await bursar("console", "revoke", sessionId, "--json"));
    expect(ended).toEqual({ sessions: "1", links: "0", identities: "0" });
    await expect.poll(statusNow, { timeout: 20_000, interval: 250 }).toBe(401);
    expectRefused(await bursar("console", "revoke", sessionId), "There is no open session");
  });
});

/** The lines of progress that a load prints once it takes more than five seconds, as on a busy machine. */
const progress = /^(?:\S+: (?:applying|read) |[\d,]+ accounts ).*\n/gm;

/** The JSON that a command printed which succeeded. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
function documentOf({ status, stdout, stderr }: Ended): any {
  expect(stderr.replace(progress, "")).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** The result of a command with `--json` that succeeded. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
function parsedOutput(ended: Ended): any {
  const { result, error } = documentOf(ended);
  expect(error).toBeNull();
  expect(numbersIn(result)).toEqual([]);
  return result;
}

/** The numbers in a document that are no texts. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [];
  return parts.flatMap(numbersIn);
}

describe("audit", () => {
  test("shows the entries of a subject, as JSON too", async () => {
    const { adviser } = (await readCredentials(folder.dataDir)).callers;
    await fetch(`${service.address}/restapi/accounts/RA00000001`, {
      method: "PUT",
      headers: { authorization: `Bearer ${adviser?.token}`, "content-type": "application/json" },
      body: JSON.stringify({ accountName: "Renamed" }),
    });
    const { entries, fault } = parsedOutput(await bursar("audit", "show", "RA00000001", "--json"));
    expect(fault).toBeNull();
    // The history of the sample is a load of its own; the sweep has expired its notices that lie in the past, accrued
    // what is due, and billed a quarter.
    const operations = entries.map(({ operation }: { operation: string }) => operation);
    const count = operations.length;
    expect([operations[0], operations.at(-1)]).toEqual(["loadFolder", "updateAccount"]);
    const bySweep = [
      "loadFolder",
      "expireNotice",
      "accrueCorporateEventLine",
      "postFeeItem",
      "drawFeeBill",
    ];
    expect(operations.slice(1, -1).filter((name: string) => !bySweep.includes(name))).toEqual([]);
    expect(entries.at(-1)).toMatchObject({ sequence: `${count}`, subject: "RA00000001" });
    const text = await bursar("audit", "show", "RA00000001");
    expect(text.stdout).toMatch(/^1 {2}\d{4}-\d\d-\d\dT.* {2}loadFolder$/m);
    expect(text.stdout).toMatch(/^ {4}.*: Renamed$/m);
    expect(text.stdout.endsWith(`\nThe chain is whole: ${count} entries.\n`)).toBe(true);
  });

  test("names the entry that the database's owner altered, and ends with 1", async () => {
    expect(parsedOutput(await bursar("audit", "verify", "--json"))).toMatchObject({ faults: [] });
    const owner = await connectAsOwner();
    const key = "where subject = 'RA00000003' and sequence = 1";
    const { rows } = await owner.query(`select detail::text as detail from audit_entry ${key}`);
    await owner.query(`update audit_entry set detail = '{}' ${key}`);
    const broken = await bursarProcess("audit", "verify");
    expect(broken.stdout).toMatch(/^RA00000003 entry 1: /m);
    expectRefused(broken, "1 chain is broken.");
    const shown = await bursar("audit", "show", "RA00000003");
    expect(shown.stdout).toMatch(/^1 {2}\d{4}-\d\d-\d\dT.* {2}loadFolder$/m);
    expectRefused(shown, /^bursar: The chain is broken at entry 1: the entry was altered/);
    await owner.query(`update audit_entry set detail = $1 ${key}`, [rows[0]?.detail]);
    await owner.end();
    expect((await bursar("audit", "verify")).status).toBe(0);
  });
});

describe("events", () => {
  test("are exported, and followed until an interrupt, one in each line", async () => {
    const out = join(folder.dataDir, "..", "events.ndjson");
    const { status, stdout } = await bursar("events", "export", "--out", out);
    expect([status, stdout]).toEqual([0, ""]);
    const written = await readFile(out, "utf8");
    expect(written).toContain('"type":"account.opened"');
    expectRefused(await bursar("events", "export", "--out", out), /exists/);
    const printed = await bursar("events", "export", "--until", "2000-01-01");
    expect([printed.status, printed.stdout]).toEqual([0, ""]);

    const environment = { DATA_DIR: folder.dataDir };
    const words = ["events", "tail", "--oldest", "--subject", "RA00000001"];
    const tail = await runUntilOutput(words, environment);
    expect([tail.status, tail.stderr]).toEqual([0, ""]);
    const first = JSON.parse(tail.stdout.split("\n")[0] ?? "");
    expect(first).toMatchObject({ subject: "RA00000001", type: "account.opened" });
    expect(first.position).toMatch(/^[\w-]{32}$/);
  });
});

async function connectAsOwner(): Promise<pg.Client> {
  const settings = await embeddedSettings(folder.dataDir);
  if (settings === undefined) throw new Error("PostgreSQL's settings are not kept");
  const client = new pg.Client(clientConfig(settings.admin));
  await client.connect();
  return client;
}

describe("report", () => {
  test("--list prints every version of an account's reported years", async () => {
    const { stdout } = await bursar("report", "--list", "--account", "RA00000001");
    const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
    expect(stdout.replaceAll(instants, "<instant>")).toMatchInlineSnapshot(`
      "Account     Year  Version     Lots  Made by
      RA00000001  2023        1        0  load <instant>, newest
      RA00000001  2024        1        5  load <instant>, newest
      RA00000001  2025        1        4  load <instant>, newest
      "
    `);
  });

  test("--form prints a paper as CSV, and writes a PDF to a new file", async () => {
    const of = ["report", "--tax-year", "2024", "--form", "8949"];
    const { stdout } = await bursar(...of, "--account", "RA00000001");
    expect(stdout.split("\r\n")[2]).toContain(
      ",A,10 sh. BOLT,02/06/2024,06/11/2024,961.00,1184.00,W,",
    );
    const out = join(folder.dataDir, "2024.pdf");
    expect((await bursar(...of, "--pdf", "--out", out)).status).toBe(0);
    const pdf = await readFile(out, "latin1");
    expect(pdf).toMatch(/^%PDF-/);
    // RA00000001 alone sold something in that year that is reported.
    expect(pdf.match(/\/Type \/Page$/gm)).toHaveLength(1);
    expectRefused(await bursar(...of, "--pdf", "--out", out), /2024\.pdf/);
  });

  test("--form has one format, and needs a version that is reported", async () => {
    const of = ["report", "--tax-year", "2024", "--form", "1099-b"];
    expect((await bursar(...of, "--csv", "--pdf")).status).toBe(2);
    expect((await bursar(...of, "--json", "--out", "papers.json")).status).toBe(2);
    expectRefused(await bursar(...of, "--of-version", "2"), "No account has such a reported year.");
    const named = await bursar(...of, "--of-version", "2", "--account", "RA00000001");
    expectRefused(named, "The tax year has no such version.");
    expectRefused(await bursar(...of, "--account", "RZ99999999"), "There is no such account.");
    const [paper] = parsedOutput(await bursar(...of, "--of-version", "1", "--json"));
    expect(paper).toMatchObject({ accountNumber: "RA00000001", form: "1099-b", version: "1" });
  });

  test("--check prints the forms of income, which explain needs reported", async () => {
    const ofYear = ["--tax-year", "2024", "--account", "RA00000001"];
    const { stdout } = await bursar("report", ...ofYear, "--check");
    expect(stdout).toContain(
      "\n  Form 1099-DIV: version 1, 1 transaction, to be reported\n" +
        "  Form 1099-INT: version 1, 0 transactions, to be reported\n",
    );
    const explained = await bursar("explain", "form", "1099-div", ...ofYear);
    expectRefused(explained, "Tax data is currently not available.");
    expect((await bursar("explain", "form", "1099-b", ...ofYear)).status).toBe(2);
  });

  test("without --list needs a year", async () => {
    expect((await bursar("report")).status).toBe(2);
  });

  test("that asks for a paper without --form is a usage error, and freezes nothing", async () => {
    const list = () => bursar("report", "--list");
    const { stdout } = await list();
    const { status, stderr } = await bursar("report", "--tax-year", "2022", "--pdf");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: --pdf does not go with a report without --form$/m);
    expect((await list()).stdout).toBe(stdout);
  });
});

describe("load", () => {
  test("changes nothing when the same folder comes again", async () => {
    const own = join(folder.dataDir, "..", "own");
    await mkdir(own, { recursive: true });
    const files = {
      "securities.csv": "securityId,ticker,name,instrumentType\n97001,OWNA,Own Inc.,EQ\n",
      "prices.csv": "securityId,date,close\n97001,2026-01-02,10\n97001,2026-01-05,11\n",
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
    const addedBy = async () => {
      const { files: report } = parsedOutput(await bursar("load", own, "--json"));
      return report.map(({ added }: { added: string }) => added);
    };
    expect((await addedBy()).toSorted()).toEqual(["1", "2"]);
    expect(await addedBy()).toEqual(["0", "0"]);
    const text = await bursar("load", own, "--check");
    expect(text.stdout).toMatch(/^No account's days, lots or reported years would change\.$/m);
    expect(text.stdout).toMatch(/^prices\.csv: 2 rows, 0 added, 0 changed, 2 unchanged$/m);
  });

  test("names each problem with its place and stores nothing", async () => {
    const bad = join(folder.dataDir, "..", "bad");
    await mkdir(bad, { recursive: true });
    const header = "firmOid,partnerCode,name,kind,billingLevel,surplus";
    await writeFile(join(bad, "firms.csv"), `${header}\n1999,X,Y,issuing,account,1\n`);
    const text = await bursar("load", bad);
    expect(text.status).toBe(1);
    expect(text.stderr).toMatchInlineSnapshot(`
      "firms.csv:1:surplus: The column is unknown.
      bursar: the folder was not loaded: 1 problem
      "
    `);
    await writeFile(join(bad, "x\nbursar: loaded\u202e.csv"), "");
    const named = await bursar("load", bad);
    expect(named.stderr.split("\n")).toEqual([
      expect.stringMatching(/^x\\u\{a\}bursar: loaded\\u\{202e\}\.csv: No kind of record/),
      expect.stringMatching(/^bursar: the folder was not loaded/),
      "",
    ]);
    await rm(join(bad, "x\nbursar: loaded\u202e.csv"));
    const json = await bursar("load", bad, "--json");
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      command: "load",
      result: { problems: [{ file: "firms.csv", line: "1" }] },
      error: "the folder was not loaded: 1 problem",
    });
  });
});

describe("an external database", () => {
  test("is migrated first, then served, and is not ready while it lacks a migration", async () => {
    const own = await newEmptyDatabase();
    const environment = {
      DATABASE_URL: urlOf(own.settings),
      MIGRATE_DATABASE_URL: urlOf(own.admin),
      MASTER_KEY: "ab".repeat(32),
      DATA_DIR: join(folder.dataDir, "..", "unused"),
    };
    const run = (...words: string[]) => runHere(words, environment);
    try {
      expectRefused(await runBursar(["serve"], environment), "run `bursar migrate`");
      const { command, result, error } = JSON.parse(
        (await run("migrate", "--check", "--json")).stdout,
      );
      expect([command, result.pending.length > 0, error]).toEqual([
        "migrate",
        true,
        expect.stringMatching(/\.$/),
      ]);
      expect(parsedOutput(await run("migrate", "--json")).applied).toContain("0001_store.sql");
      expect(parsedOutput(await run("migrate", "--check", "--json"))).toEqual({ pending: [] });
      const empty = await run("report", "--tax-year", "2024");
      expectRefused(empty, "No taxable account has transactions; no year is reported.");
      await expectReadiness(environment, own.admin);
      expect(readdirSync(environment.DATA_DIR)).toEqual(["checkpoints"]);
    } finally {
      await own.drop();
    }
  });

  test("is read by a login whose password changes with the master key", async () => {
    const own = await newEmptyDatabase();
    const [first, second] = ["ab".repeat(32), "cd".repeat(32)] as const;
    const run = (key: string, ...words: string[]) =>
      runHere(words, {
        DATABASE_URL: urlOf(own.settings),
        MIGRATE_DATABASE_URL: urlOf(own.admin),
        MASTER_KEY: key,
        NEW_MASTER_KEY: second,
      });
    try {
      const { MASTER_KEY: _, ...without } = { DATABASE_URL: urlOf(own.admin), MASTER_KEY: first };
      expectRefused(await runHere(["migrate"], without), "MASTER_KEY is required");
      expect((await run(first, "migrate")).status).toBe(0);
      expect((await run(first, "doctor")).stdout).toMatch(/^PostgreSQL \d+\.\d+/);
      expect(await run(first, "keys", "rotate-master")).toMatchObject({ status: 0, stderr: "" });
      expect(await run(second, "doctor")).toMatchObject({ status: 0, stderr: "" });
      expectRefused(await run(first, "doctor"), "MASTER_KEY is not the key of this store");
      // One that was killed before it had changed the password is mended by migrate.
      await onNode(own.admin, (client) =>
        client.query(`alter role ${own.admin.database}_reader password 'other'`),
      );
      expectRefused(await run(second, "doctor"), "the login for reads, by its password: run");
      expect((await run(second, "migrate")).status).toBe(0);
      expect((await run(second, "doctor")).status).toBe(0);
    } finally {
      await own.drop();
    }
  });

  async function expectReadiness(environment: Record<string, string>, admin: ConnectionSettings) {
    const { DATA_DIR = "", ...rest } = environment;
    const served = await startService(DATA_DIR, rest);
    const ready = async () => (await fetch(`${served.address}/health/ready`)).status;
    const client = new pg.Client(clientConfig(admin));
    await client.connect();
    try {
      expect(await ready()).toBe(200);
      await client.query("delete from migration where name = (select max(name) from migration)");
      expect(await ready()).toBe(503);
      // The process leads soon, and a leader takes a checkpoint.
      const isTaken = () => existsSync(join(DATA_DIR, "checkpoints"));
      await expect.poll(isTaken, { timeout: 20_000 }).toBe(true);
    } finally {
      await client.end();
      served.signal("SIGTERM");
      expect((await served.ended).status).toBe(0);
    }
  }
});

describe("the contract", () => {
  let contract: Contract;

  beforeAll(async () => {
    const elsewhere = join(folder.dataDir, "..", "none");
    contract = documentOf(await runBursar(["contract"], { DATA_DIR: elsewhere }));
    expect(existsSync(elsewhere)).toBe(false);
  });

  test("is printed without a store and in the form of OpenAPI 3.1", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect(contract).toMatchObject({ openapi: "3.1.0", info: { title: "Bursar", version } });
    const operations = operationsOf();
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.flatMap(faultsOf)).toEqual([]);
  });

  test("refers only to what it contains", () => {
    const references = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]*)"/g)];
    const missing = references.filter(([, target = ""]) => {
      const steps = target.replace(/^#\//, "").split("/");
      return !steps.reduce<unknown>(
        (place, step) => (place as Record<string, unknown> | undefined)?.[step],
        contract,
      );
    });
    expect(missing.map(([, target]) => target)).toEqual([]);
  });

  test("names the headers of each response, and one type for every refusal", () => {
    const operation = contract.paths["/restapi/accounts/{accountnumber}"]?.put;
    const { responses = {} } = operation ? resolved(operation, contract) : {};
    const usual = ["X-Request-Id", "X-Content-Type-Options", "Cache-Control"];
    const headers = Object.entries(responses).map(([status, response]) => {
      const others = Object.keys(response.headers ?? {}).filter((name) => !usual.includes(name));
      return `${status} ${others.join(", ")}`.trim();
    });
    expect(headers).toMatchInlineSnapshot(`
      [
        "200 traceparent, RateLimit, RateLimit-Policy, Location, Idempotency-Replayed, X-Dry-Run",
        "400 traceparent, RateLimit, RateLimit-Policy",
        "401 traceparent, RateLimit, RateLimit-Policy, WWW-Authenticate",
        "403 traceparent, RateLimit, RateLimit-Policy",
        "404 traceparent, RateLimit, RateLimit-Policy",
        "408 traceparent, RateLimit, RateLimit-Policy",
        "409 traceparent, RateLimit, RateLimit-Policy, Retry-After",
        "412 traceparent, RateLimit, RateLimit-Policy",
        "413 traceparent, RateLimit, RateLimit-Policy",
        "414 traceparent, RateLimit, RateLimit-Policy",
        "415 traceparent, RateLimit, RateLimit-Policy",
        "422 traceparent, RateLimit, RateLimit-Policy",
        "429 traceparent, RateLimit, RateLimit-Policy, Retry-After",
        "431 traceparent, RateLimit, RateLimit-Policy",
        "500 traceparent, RateLimit, RateLimit-Policy",
        "503 traceparent, RateLimit, RateLimit-Policy, Retry-After",
      ]
    `);
    expect(Object.keys(responses["200"]?.headers ?? {})).toEqual(expect.arrayContaining(usual));
    const refused = contract.components.responses?.BadRequest;
    expect(refused).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/ProblemList" } } },
    });
    const acatin = contract.paths["/restapi/accounts/{accountnumber}/acatin"]?.get;
    expect(acatin?.responses["200"]?.headers).toHaveProperty("Content-Language");
  });

  test("is served by PUBLIC_URL where it is set, else by the address listened on", async () => {
    const urls = "https://api.example.com/bursar,https://other.example.com";
    const servers = async (env: Record<string, string>) =>
      (documentOf(await runHere(["contract"], env)) as Contract).servers.map(({ url }) => url);
    expect(contract.servers).toEqual([{ url: "http://127.0.0.1:8080" }]);
    expect(await servers({ PUBLIC_URL: urls })).toEqual(urls.split(","));
    expect(await servers({ HOST: "::1", PORT: "9090" })).toEqual(["http://[::1]:9090"]);
  });

  function operationsOf() {
    return Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    );
  }

  /** The faults of an operation: parts that a reader of the contract would miss. */
  function faultsOf({
    path,
    method,
    operation: referring,
  }: ReturnType<typeof operationsOf>[number]) {
    const operation = resolved(referring, contract);
    const { parameters, responses, requestBody } = operation;
    const declared = parameters.filter(({ in: place }) => place === "path");
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const body = requestBody?.content["application/json"] as { schema?: object; example?: object };
    const bodies = Object.values(responses);
    const found: Record<string, boolean> = {
      "no operation id": !/^[a-z]+[A-Za-z]+$/.test(operation.operationId),
      "path parameters":
        declared
          .map(({ name }) => name)
          .toSorted()
          .join() !== inPath.toSorted().join(),
      "a path parameter without example": declared.some(({ example }) => example === undefined),
      "a parameter without schema": parameters.some(({ schema }) => !schema),
      "a POST or PUT without body": ["post", "put"].includes(method) && requestBody === undefined,
      "a body without schema": requestBody !== undefined && !body?.schema,
      "a body without example": requestBody !== undefined && body?.example === undefined,
      "a response without description": bodies.some(({ description }) => !description),
      "no response of success": !Object.keys(responses).some((status) => /^20[01]$/.test(status)),
      "refusals missing": ["400", "401", "403", "500", "503"].some(
        (status) => !(status in responses),
      ),
    };
    const faults = Object.keys(found).filter((name) => found[name]);
    return faults.map((fault) => `${operation.operationId}: ${fault}`);
  }
});

describe("the program", () => {
  const program = join(root, "bin", "bursar.js");

  test("is what npx runs", async () => {
    const { bin, version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect(join(root, bin.bursar)).toBe(program);
    expect(statSync(program).mode & 0o111).toBe(0o111);
    const path = `${join(process.execPath, "..")}:${process.env.PATH}`;
    const said = execFileSync(program, ["--version"], { encoding: "utf8", env: { PATH: path } });
    expect(said).toBe(`${version}\n`);
  });

  test("replaces the shell that npm start makes, and so receives a signal sent to npm", async () => {
    const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const shown = scripts.start.replace("serve", "--version; echo still here");
    const path = `${join(process.execPath, "..")}:${process.env.PATH}`;
    const options = { cwd: root, encoding: "utf8", env: { ...process.env, PATH: path } } as const;
    expect(execFileSync("sh", ["-c", shown], options)).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("says in one sentence what to do when the runtime is too old", () => {
    // The runtime here is never too old, so it is made to claim that it is.
    const older = `Object.defineProperty(process, "versions", { value: { node: "20.1.0" } })`;
    const words = ["--import", `data:text/javascript,${encodeURIComponent(older)}`, program];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect(stderr).toMatchInlineSnapshot(`
      "bursar: Node 20.1.0 is too old; run it through npm (npm start, npx bursar), which brings its own Node 26, or install Node 26 or later.
      "
    `);
    expect(status).toBe(1);
  });

  test("tolerates a reader that closes its output early", () => {
    const line = `"${process.execPath}" "${program}" contract | head -c 1; echo " \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["{ 0\n", ""]);
  });
});

describe("a sandbox", () => {
  test("whose first start was killed while it loaded the sample is completed by the next", async () => {
    const isLoading = "The sample firm's history is being loaded";
    const isLoaded = "The sample firm's history is loaded.";
    expect(killed.stdout).toContain(isLoading);
    expect(killed.stdout).not.toContain(isLoaded);
    expect(service.stdout()).toContain(isLoading);
    expect(service.stdout()).toContain(isLoaded);
    const { callers, examples } = await readCredentials(folder.dataDir);
    const headers = { authorization: `Bearer ${callers.adviser?.token}` };
    const path = `/restapi/accounts/${examples.taxableAccount}/transactions`;
    const response = await fetch(service.address + path, { headers });
    expect(await response.json()).not.toEqual([]);
  });

  test("has a clock that moves ahead, also in the running service", async () => {
    const timeThere = (now: string) =>
      Date.parse(`${now.slice(0, "2026-03-02T10:00:00.000".length)}Z`);
    const before = timeThere(
      JSON.parse((await bursar("sandbox", "clock", "--json")).stdout).result.now,
    );
    const moved = await bursar("sandbox", "clock", "--forward", "30d");
    expect(moved).toMatchObject({ status: 0, stderr: "" });
    expect(moved.stdout).toMatch(/^The business time of the sandbox is \d{4}-\d\d-\d\dT/);
    const { baseUrl, callers } = await readCredentials(folder.dataDir);
    const headers = { authorization: `Bearer ${callers.operator?.token}` };
    const response = await fetch(`${baseUrl}/restapi/simulation/clock`, { headers });
    const { now } = (await response.json()) as { now: string };
    expect(timeThere(now) - before).toBeGreaterThanOrEqual(30 * 86_400_000);
    const { stderr } = await bursar("sandbox", "clock", "--forward", "30");
    expect(stderr).toContain("such as 30d");
  });

  test("is reset next to the running service, whose callers keep their credentials", async () => {
    const before = await readFile(join(folder.dataDir, "credentials.json"), "utf8");
    expect(await bursarProcess("sandbox", "reset")).toMatchObject({ status: 0, stderr: "" });
    expect(await readFile(join(folder.dataDir, "credentials.json"), "utf8")).toBe(before);
    const { baseUrl, callers, examples } = await readCredentials(folder.dataDir);
    const headers = { authorization: `Bearer ${callers.adviser?.token}` };
    const path = `/restapi/accounts/${examples.taxableAccount}`;
    expect((await fetch(baseUrl + path, { headers })).status).toBe(200);
    expect((await bursar("audit", "verify")).status).toBe(0);
  });
});
