// The console's bundle, made for the first page that is asked and kept by the digest of its sources.
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type BuiltConsole, bundleConsole, readBundle } from "./bundle.ts";
import { builtFolder, digestOfSources } from "./sources.ts";

/** Answers the console's files; all calls share one bundle. */
export type ConsoleFiles = () => Promise<BuiltConsole>;

/** After so long whoever began to bundle has ended without it, in milliseconds. */
const abandonedMs = 30_000;
const pollMs = 50;

/** Opens the console of a service: nothing is read or made before it is called. One bundle is made
 * for all processes that share the folder for data; where nothing can be kept there, each makes its own. */
export function openConsole(dataDir: string, clock: () => Date): ConsoleFiles {
  let opening: Promise<BuiltConsole> | undefined;
  return () => {
    opening ??= open(join(dataDir, "console"), clock).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

async function open(kept: string, clock: () => Date): Promise<BuiltConsole> {
  const digest = await digestOfSources();
  for (const folder of [join(builtFolder, digest), join(kept, digest)]) {
    const found = await read(folder);
    if (found) return found;
  }
  const turn = join(kept, `${digest}.making`);
  const taken = await takeTurn(turn, clock());
  if (taken === "unkept") return bundleConsole();
  if (taken === "another's") {
    const made = await waitFor(join(kept, digest), turn);
    return made ?? bundleConsole();
  }
  try {
    const bundle = await bundleConsole();
    await keepBundle(bundle, kept, digest);
    return bundle;
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

async function read(folder: string): Promise<BuiltConsole | undefined> {
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

async function waitFor(folder: string, turn: string): Promise<BuiltConsole | undefined> {
  for (let waited = 0; waited < abandonedMs; waited += pollMs) {
    const made = await read(folder);
    if (made) return made;
    if ((await stat(turn).catch(() => undefined)) === undefined) return read(folder);
    await wait(pollMs);
  }
  return undefined;
}

/** Keeps a bundle under its digest, whole or not at all, and removes those of other sources. */
export async function keepBundle(
  { files }: BuiltConsole,
  kept: string,
  digest: string,
): Promise<void> {
  const begun = join(kept, `${digest}.${process.pid}`);
  await mkdir(begun, { recursive: true });
  for (const [name, { plain, br, gzip }] of files) {
    await writeFile(join(begun, name), plain);
    if (br) await writeFile(join(begun, `${name}.br`), br);
    if (gzip) await writeFile(join(begun, `${name}.gz`), gzip);
  }
  await rename(begun, join(kept, digest));
  for (const name of await readdir(kept)) {
    const isOfOthers = !name.startsWith(digest);
    if (isOfOthers) await rm(join(kept, name), { recursive: true, force: true });
  }
}
