// A back-up: every table of one moment through COPY into one file, while changes go on.
import { createHash } from "node:crypto";
import { to as copyTo } from "pg-copy-streams";
import { keyCheckValue } from "../keys/master-key.ts";
import type { Vault } from "../keys/vault.ts";
import { writeNewFile } from "../process/new-file.ts";
import { StoreFault } from "../process/store-fault.ts";
import { quoted } from "../store/roles.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { sqlState } from "../store/store-error.ts";
import { encodeBackup, type Frame, jsonFrame } from "./backup-file.ts";
import { type StoreTable, selectMigrations, selectTables } from "./store-tables.ts";

/** A table of a back-up: how many rows it has, and the SHA-256 of its COPY text. */
export interface TableDigest {
  readonly table: string;
  readonly rows: string;
  readonly sha256: string;
}

/** Writes the back-up and returns its manifest. */
export async function writeBackup(
  snapshot: Snapshot,
  vault: Vault,
  path: string,
  now: Date,
): Promise<TableDigest[]> {
  const manifest: TableDigest[] = [];
  const tables = await selectTables(snapshot);
  // Rows come by an index: sorted, they would need space on the store's disk, which may be full.
  await snapshot.client.query("set local enable_sort = off");
  const header = {
    takenAt: now.toISOString(),
    masterKeyCheck: keyCheckValue(vault),
    migrations: await selectMigrations(snapshot),
  };
  async function* frames(): AsyncGenerator<Frame> {
    for (const table of tables) manifest.push(yield* framesOf(snapshot, table));
    await snapshot.refuseIfMoved();
    yield jsonFrame("M", manifest);
  }
  await writeNewFile(path, encodeBackup(vault.backupKey, header, frames()));
  return manifest;
}

const frameSize = 256 * 1024;
const longestRows = 4 * 1024 * 1024;

async function* framesOf(
  { client }: Snapshot,
  { name, columns, key }: StoreTable,
): AsyncGenerator<Frame, TableDigest> {
  yield jsonFrame("T", { table: name, columns });
  const list = columns.map(quoted).join(", ");
  // By key, so that the same rows produce the same bytes wherever they are in the store.
  const rows = `select ${list} from ${quoted(name)} order by ${key.map(quoted).join(", ")}`;
  const copy = client.query(copyTo(`copy (${rows}) to stdout`));
  const digest = digestRows(name);
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of readable(copy, name)) {
    digest.add(chunk as Buffer);
    held.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < frameSize) continue;
    yield* rowFrames(Buffer.concat(held));
    held = [];
    size = 0;
  }
  yield* rowFrames(Buffer.concat(held));
  const ended = digest.end();
  yield jsonFrame("E", ended);
  return ended;
}

/** Rows in frames that can be read back, also where the store has sent very much at once. */
function* rowFrames(rows: Buffer): Generator<Frame> {
  for (let at = 0; at < rows.length; at += longestRows) {
    yield { kind: "D", payload: rows.subarray(at, at + longestRows) };
  }
}

/** The same, whose failure names the table if the store is damaged there. */
async function* readable<T>(copy: AsyncIterable<T>, table: string): AsyncGenerator<T> {
  try {
    yield* copy;
  } catch (error) {
    const state = sqlState(error) ?? "";
    if (!/^(XX|58)/.test(state)) throw error;
    throw new StoreFault(`Table ${table} cannot be read (${state}): the store is damaged there.`);
  }
}

/** Counts the rows of COPY text, each of which ends with a line feed, and hashes it. */
export function digestRows(table: string): { add(text: Buffer): void; end(): TableDigest } {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(text) {
      hash.update(text);
      for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) rows += 1;
    },
    end: () => ({ table, rows: String(rows), sha256: hash.digest("hex") }),
  };
}
