// `npm run record`: writes the store of this version's sample firm, with some changes made by
// callers, and the responses of this version, for later versions to be upgraded from.
// (docs/faults.md)
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { newYorkDay } from "@bursar/values/dates";
import { to as copyTo } from "pg-copy-streams";
import { selectSampleMark } from "../src/platform/change/sandbox-queries.ts";
import { deriveReaderPassword } from "../src/platform/keys/master-key.ts";
import { openVault } from "../src/platform/keys/vault.ts";
import { selectMigrations, selectTables } from "../src/platform/maintenance/store-tables.ts";
import { version } from "../src/platform/process/build.ts";
import type { ConnectionSettings } from "../src/platform/store/connection.ts";
import { sql } from "../src/platform/store/db.ts";
import { quoted } from "../src/platform/store/roles.ts";
import { withSnapshot } from "../src/platform/store/snapshot.ts";
import {
  makeDataFolder,
  ownerSettings,
  removeDataFolder,
  runCommand,
  sampleToken,
  startService,
} from "../test/faults/service-process.ts";
import { attemptAt, openLedger, randomFrom } from "../test/faults/writers.ts";
import { type RecordedResponse, type Release, releasesFolder } from "../test/releases/release.ts";

const file = join(releasesFolder, `${version}.json.gz`);
const dataDir = await makeDataFolder();
try {
  const release = await record();
  await writeFile(file, gzipSync(JSON.stringify(release), { level: 9 }));
  process.stdout.write(`${file}: ${release.answers.length} answers after ${release.migration}\n`);
} finally {
  await removeDataFolder(dataDir);
}

async function record(): Promise<Release> {
  const service = await startService(dataDir, { RATE_LIMIT: "100000" });
  try {
    await untilSampleIsComplete(await readFile(join(dataDir, "master.key"), "utf8"));
    const token = await sampleToken(dataDir, "adviser");
    const operator = await sampleToken(dataDir, "operator");
    const ledger = openLedger({ adviser: token, operator }, randomFrom(1));
    for (let made = 0; made < 30; made += 1) await attemptAt(service.url, ledger.next());
    await untilNothingIsDue(service.url, operator);
    const answers = await readResponses(service.url, token);
    const masterKey = await readFile(join(dataDir, "master.key"), "utf8");
    const recordedOn = newYorkDay(new Date());
    return { recordedOn, masterKey, token, answers, ...(await storeOf(masterKey)) };
  } finally {
    await service.stop();
  }
}

/** Waits until the history of the sample firm is loaded, and its people have made their first requests. */
async function untilSampleIsComplete(masterKey: string): Promise<void> {
  const settings = await settingsOf(masterKey);
  let before: string | undefined;
  for (;;) {
    const now = await withSnapshot(settings, async (snapshot) => {
      const isAwaited = (await selectSampleMark(snapshot)) !== undefined;
      const row = await snapshot.first(
        sql<{ n: string }>`select count(*)::text as n from audit_entry`,
      );
      return isAwaited ? undefined : row?.n;
    });
    if (now !== undefined && now === before) return;
    before = now;
    await delay(2_000);
  }
}

/** Runs the scheduled jobs until they have nothing to do, which a later version would do otherwise. */
async function untilNothingIsDue(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (;;) {
    const swept = await fetch(`${url}/restapi/sweeps`, { method: "PUT", headers, body: "{}" });
    assert.equal(swept.status, 200, await swept.text());
    const response = await fetch(`${url}/restapi/service`, { headers });
    const { sweep } = (await response.json()) as { sweep: readonly { due: string }[] };
    if (sweep.every(({ due }) => due === "0")) return;
  }
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

/** The responses that the adviser gets at every address of the contract, with its own examples. */
async function readResponses(url: string, token: string): Promise<RecordedResponse[]> {
  const { status, out, error } = await runCommand(dataDir, ["contract"]);
  assert.equal(status, 0, error);
  const { paths } = JSON.parse(out) as {
    paths: Record<string, { get?: { parameters?: readonly Parameter[] } }>;
  };
  const answers: RecordedResponse[] = [];
  for (const [template, { get }] of Object.entries(paths)) {
    if (get === undefined || !template.startsWith("/restapi/")) continue;
    const path = filled(template, get.parameters ?? []);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { headers });
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const text = await response.text();
    if (isJson) answers.push({ path, status: response.status, body: JSON.parse(text) });
  }
  return answers;
}

function filled(template: string, parameters: readonly Parameter[]): string {
  const inPath = parameters.filter((each) => each.in === "path");
  const path = inPath.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    template,
  );
  const query = parameters.filter((each) => each.in === "query" && each.example !== undefined);
  const pairs = query.map(({ name, example }) => [name, String(example)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

async function storeOf(masterKey: string): Promise<Pick<Release, "migration" | "tables">> {
  return withSnapshot(await settingsOf(masterKey), async (snapshot) => {
    const migrations = await selectMigrations(snapshot);
    const tables: Release["tables"][number][] = [];
    for (const { name, columns, key } of await selectTables(snapshot)) {
      const list = columns.map(quoted).join(", ");
      const rows = `select ${list} from ${quoted(name)} order by ${key.map(quoted).join(", ")}`;
      const copied = snapshot.client.query(copyTo(`copy (${rows}) to stdout`));
      const chunks: Buffer[] = await Array.fromAsync(copied);
      tables.push({ name, columns, rows: Buffer.concat(chunks).toString("utf8") });
    }
    return { migration: migrations.at(-1)?.name ?? "", tables };
  });
}

async function settingsOf(masterKey: string): Promise<ConnectionSettings> {
  const readerPassword = deriveReaderPassword(openVault(Buffer.from(masterKey.trim(), "hex")));
  return { ...(await ownerSettings(dataDir)), readerPassword };
}
