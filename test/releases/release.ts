// A store as an earlier release left it, with what that release answered: stored as a file, so that
// upgrading it can be tried without that release. `scripts/record-release.ts` writes such files.
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import { type Day, daysBetween, newYorkDay } from "@bursar/values/dates";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";
import { migrate } from "../../src/platform/store/migrate.ts";
import { quoted, selectRoleNames } from "../../src/platform/store/roles.ts";
import { root } from "../source-files.ts";

/** A read that the release answered. */
export interface RecordedResponse {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** The stored parts of a release. */
export interface Release {
  /** The day of New York on which it answered. */
  readonly recordedOn: Day;
  /** Its last migration. */
  readonly migration: string;
  /** The content of `master.key`; it protects nothing but this file. */
  readonly masterKey: string;
  /** The bearer token with which it was read. */
  readonly token: string;
  readonly answers: readonly RecordedResponse[];
  /** The tables in an order in which they can be filled, their rows as COPY writes them. */
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly rows: string;
  }[];
}

/** The environment in which a service returns what a release answered: the clock of its store counts, and events, which
 * leave the feed by the real one, stay in it. */
export const asRecorded = { SAMPLE: "off", SANDBOX: "true", EVENT_DAYS: "36500" } as const;

/** The folder of the stored releases, each in a file named after its version. */
export const releasesFolder = import.meta.dirname;

/** The names of the stored releases. */
export async function storedReleases(): Promise<string[]> {
  const files = await readdir(releasesFolder);
  return files.filter((name) => name.endsWith(".json.gz")).toSorted();
}

/** Reads a stored release. */
export async function readRelease(name: string): Promise<Release> {
  const bytes = await readFile(join(releasesFolder, name));
  return JSON.parse(gunzipSync(bytes).toString("utf8")) as Release;
}

/** Makes an empty store what the release left: its tables by the migrations up to its last one, then
 * its rows. Its clock, that of a sandbox, goes back to the day on which the release answered, as
 * balances, periods and ages follow the day. `settings` log in as the login that migrates. */
export async function fillWithRelease(
  settings: ConnectionSettings,
  servingLogin: string,
  { migration, tables, recordedOn }: Release,
): Promise<void> {
  await migrateUntil(settings, servingLogin, migration);
  const client = new pg.Client(clientConfig(settings));
  await client.connect();
  try {
    await client.query("begin");
    await client.query(`set local role ${quoted((await selectRoleNames(client)).owner)}`);
    for (const { name, columns, rows } of tables) {
      // A migration may have filled it.
      await client.query(`delete from ${quoted(name)}`);
      const list = columns.map(quoted).join(", ");
      const copy = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`));
      await pipeline(Readable.from([rows]), copy);
    }
    const daysAhead = daysBetween(newYorkDay(new Date()), recordedOn);
    await client.query("update store_property set value = $1 where name = 'sandbox_days_ahead'", [
      daysAhead,
    ]);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** Makes an empty store what it was up to a migration. */
async function migrateUntil(
  settings: ConnectionSettings,
  servingLogin: string,
  last: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-release-"));
  try {
    const all = await readdir(join(root, "migrations"));
    for (const name of all.filter((each) => each <= last)) {
      await copyFile(join(root, "migrations", name), join(folder, name));
    }
    await migrate(settings, folder, servingLogin);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The responses that differ from those of the release, by path; members may have been added. */
export async function responsesThatDiffer(
  { answers }: Release,
  read: (path: string) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { path, status, body } of answers) {
    const now = await read(path);
    if (now.status !== status) found.push(`${path}: ${now.status} instead of ${status}`);
    else found.push(...differences(body, now.body).map((text) => `${path}: ${text}`));
  }
  return found;
}

/** Whether the sweep has changed it since: nobody had voted until the deadline. */
const isBroughtByTime = (before: unknown, after: unknown, place: string) =>
  place.endsWith(".status") && before === "New" && after === "Expired";

/** Where a value is not what it was; an object may have gained members, and time may have passed. */
export function differences(before: unknown, after: unknown, place = "answer"): string[] {
  const isRecord = typeof before === "object" && before !== null;
  if (!isRecord || typeof after !== "object" || after === null) {
    if (before === after || isBroughtByTime(before, after, place)) return [];
    return [`${place} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`];
  }
  if (Array.isArray(before) && before.length !== (after as unknown[]).length) {
    return [`${place} had ${before.length} entries and has ${(after as unknown[]).length}`];
  }
  return Object.entries(before).flatMap(([name, value]) =>
    differences(value, (after as Record<string, unknown>)[name], `${place}.${name}`),
  );
}
