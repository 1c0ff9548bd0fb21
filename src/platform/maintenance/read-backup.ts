// Reads a back-up table by table, and verifies that it is whole.
import { keyCheckValue } from "../keys/master-key.ts";
import type { Vault } from "../keys/vault.ts";
import { altered, type BackupFile, type Frame, openBackup } from "./backup-file.ts";
import type { StoreTable } from "./store-tables.ts";
import { digestRows, type TableDigest } from "./write-backup.ts";

/** A table of a back-up, and its rows as COPY text. */
export interface TableOfBackup extends Pick<StoreTable, "name" | "columns"> {
  readonly rows: AsyncIterable<Buffer>;
}

/** Checks every byte, row count and hash of a back-up without a store; returns its manifest. */
export async function verifyBackup(vault: Vault, path: string): Promise<TableDigest[]> {
  const backup = await openBackup(path, vault.backupKey, keyCheckValue(vault));
  try {
    return await readTables(backup, async ({ rows }) => {
      for await (const _ of rows);
    });
  } finally {
    await backup.close();
  }
}

/** Gives each table in turn to `take`, which reads all of its rows; returns the manifest. */
export async function readTables(
  backup: BackupFile,
  take: (table: TableOfBackup) => Promise<void>,
): Promise<TableDigest[]> {
  const manifest: TableDigest[] = [];
  const frames = backup.frames();
  for (;;) {
    const frame = await nextFrame(frames, backup);
    const content: unknown = JSON.parse(frame.payload.toString("utf8"));
    if (frame.kind === "M") {
      const isWhole = JSON.stringify(content) === JSON.stringify(manifest);
      if (!isWhole || !(await frames.next()).done) throw altered(backup.path);
      return manifest;
    }
    const { table, columns } = content as { table: string; columns: string[] };
    if (frame.kind !== "T") throw altered(backup.path);
    manifest.push(await readTable({ name: table, columns }, frames, backup, take));
  }
}

async function readTable(
  table: Pick<StoreTable, "name" | "columns">,
  frames: AsyncGenerator<Frame>,
  backup: BackupFile,
  take: (table: TableOfBackup) => Promise<void>,
): Promise<TableDigest> {
  const digest = digestRows(table.name);
  let end: Frame | undefined;
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await nextFrame(frames, backup);
      if (frame.kind !== "D") {
        end = frame;
        return;
      }
      digest.add(frame.payload);
      yield frame.payload;
    }
  }
  await take({ ...table, rows: rows() });
  const ended = digest.end();
  if (end?.kind !== "E" || end.payload.toString("utf8") !== JSON.stringify(ended)) {
    throw altered(backup.path, `in table ${table.name}`);
  }
  return ended;
}

async function nextFrame(frames: AsyncGenerator<Frame>, { path }: BackupFile): Promise<Frame> {
  const { value, done } = await frames.next();
  if (done) throw altered(path);
  return value;
}
