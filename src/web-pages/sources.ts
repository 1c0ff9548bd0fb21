// The sources of a bundle of the console, and the digest that names it.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The folder of the console's sources. */
export const consoleFolder = join(root, "console");

/** Names what the bundles amount to: their sources, what makes them, and the packages that they import, as 20
 * characters. */
export async function digestOfSources(): Promise<string> {
  const digest = createHash("sha256");
  for (const path of [...(await sourcesOfBundles()), join(root, "package-lock.json")]) {
    digest.update(`${relative(root, path)}\0`).update(await readFile(path));
  }
  return digest.digest("hex").slice(0, 20);
}

/** The files of which bundles are made, and by which; paths in their order. */
export async function sourcesOfBundles(): Promise<readonly string[]> {
  const others = ["packages/client/src", "src/web-pages", "src/reference/codes"].map((path) =>
    join(root, path),
  );
  const folders = [consoleFolder, ...others];
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries
    .flat()
    .filter((entry) => entry.isFile() && /\.(tsx?|css|csv|svg|woff2)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(".test.") && !path.includes(builtFolder));
  const values = ["csv-cell.ts", "readable.ts"].map((name) => join(root, "src/values", name));
  return [...files, ...values].toSorted();
}

/** The folder in which `npm run console` leaves bundles for images, each in a folder of its name;
 * no repository has it. */
export const builtFolder = join(consoleFolder, "built");

/** The folder of the published package's bundles, which were made from sources that it lacks; no
 * checkout has it. */
export const packedFolder = join(consoleFolder, "bundles");
