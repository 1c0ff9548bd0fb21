// Bundles of pages, each made at the first request of a page and cached by the digest of its
// sources.
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Bundle, type BundleKind, readBundle } from "./bundle.ts";
import { builtFolder, digestOfSources, packedFolder } from "./sources.ts";

/** Serves the files of pages; all calls share one bundle. */
export type PageFiles = () => Promise<Bundle>;

/** After so long whoever began to bundle has ended without it, in milliseconds. */
const abandonedMs = 30_000;
const pollMs = 50;

/** Opens pages of a service: nothing is read or made before it is called. One bundle is made for
 * all processes that share the folder for data; where nothing can be stored there, each makes its
 * own. */
export function openPages(kind: BundleKind, dataDir: string, clock: () => Date): PageFiles {
  let opening: Promise<Bundle> | undefined;
  return () => {
    opening ??= open(kind, join(dataDir, kind.name), clock).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

async function open({ name, make }: BundleKind, kept: string, clock: () => Date): Promise<Bundle> {
  const packed = await read(join(packedFolder, name));
  if (packed) return packed;
  const digest = await digestOfSources();
  for (const folder of [join(builtFolder, name, digest), join(kept, digest)]) {
    const found = await read(folder);
    if (found) return found;
  }
  const turn = join(kept, `${digest}.making`);
  const taken = await takeTurn(turn, clock());
  if (taken === "unkept") return make();
  if (taken === "another's") {
    const made = await waitFor(join(kept, digest), turn);
    return made ?? make();
  }
  try {
    const bundle = await make();
    await storeBundle(bundle, kept, digest);
    return bundle;
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

async function read(folder: string): Promise<Bundle | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  return names && readBundle(folder, names);
}

async function takeTurn(turn: string, now: Date): Promise<"own" | "another's" | "unkept"> {
  try {
    await mkdir(join(turn, ".."), { recursive: true });
    const begun = await stat(turn).catch(() => undefined);
    if (begun && +now - begun.mtimeMs > abandonedMs) await rm(turn, { recursive: true });
    await mkdir(turn);
    return "own";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST" ? "another's" : "unkept";
  }
}

async function waitFor(folder: string, turn: string): Promise<Bundle | undefined> {
  for (let waited = 0; waited < abandonedMs; waited += pollMs) {
    const made = await read(folder);
    if (made) return made;
    if ((await stat(turn).catch(() => undefined)) === undefined) return read(folder);
    await wait(pollMs);
  }
  return undefined;
}

/** Stores a bundle under its digest, whole or not at all, and removes those of other sources. */
export async function storeBundle(bundle: Bundle, kept: string, digest: string): Promise<void> {
  const begun = join(kept, `${digest}.${process.pid}`);
  await writeBundle(bundle, begun);
  await rename(begun, join(kept, digest));
  for (const name of await readdir(kept)) {
    const isOfOthers = !name.startsWith(digest);
    if (isOfOthers) await rm(join(kept, name), { recursive: true, force: true });
  }
}

/** Writes the files of a bundle into a folder. */
export async function writeBundle({ files }: Bundle, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, { plain, br, gzip }] of files) {
    await writeFile(join(folder, name), plain);
    if (br) await writeFile(join(folder, `${name}.br`), br);
    if (gzip) await writeFile(join(folder, `${name}.gz`), gzip);
  }
}
