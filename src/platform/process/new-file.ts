// Files that are complete or absent: written next to their place, then renamed.

import { createWriteStream, rmSync } from "node:fs";
import { link, lstat, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { openRandom } from "./random.ts";
import { StoreFault } from "./store-fault.ts";

/** Writes a file that only its owner may read; refuses a path that already exists. */
export async function writeNewFile(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await withDraft(path, async (draft) => {
    await refuseExisting(path);
    await pipeline(chunks, createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }));
    await link(draft, path);
  });
}

/** Writes a file that only its folder's owner may read, replacing any existing one. */
export async function replaceFile(path: string, text: string | Buffer): Promise<void> {
  await withDraft(path, async (draft) => {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      if (process.getuid?.() === 0) {
        // Root may run a command in another user's folder; that user must still be able to start
        // afterwards.
        const { uid, gid } = await stat(dirname(path));
        await file.chown(uid, gid);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  });
}

const random = openRandom();

/** Lets `work` write a draft of its own next to the path, which is gone afterwards, also when a
 * signal ends the process meanwhile. */
async function withDraft(path: string, work: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${Buffer.from(random(9)).toString("base64url")}.new`;
  const remove = () => rmSync(draft, { force: true });
  process.once("exit", remove);
  try {
    await work(draft);
    await syncFolder(dirname(path));
  } catch (error) {
    throw faultOf(error, path);
  } finally {
    process.off("exit", remove);
    await rm(draft, { force: true });
  }
}

async function refuseExisting(path: string): Promise<void> {
  // Never opened: a pipe would wait for whoever writes into it.
  const known = await lstat(path).catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (known !== undefined) throw new StoreFault(`${path} already exists: choose another name.`);
}

/** Makes the names in a folder last through a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: "already exists: choose another name",
  ENOENT: "lies in a folder that does not exist",
  ENOSPC: "does not fit on the disk",
};

function faultOf(error: unknown, path: string): unknown {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === undefined || syscall === undefined) return error;
  return new StoreFault(`${path} ${reasons[code] ?? `cannot be written (${code})`}.`);
}
