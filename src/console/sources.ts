// What a bundle of the console is made of, and the digest that names it.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The folder of the console's sources. */
export const consoleFolder = join(root, "console");

/** Names what the console's files and the packages that they import amount to, as 20 characters. */
export async function digestOfSources(): Promise<string> {
  const entries = await readdir(consoleFolder, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile() && /\.(tsx?|css|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(".test.") && !path.includes(builtFolder))
    .toSorted();
  const digest = createHash("sha256");
  for (const path of [...sources, join(root, "package-lock.json")]) {
    digest.update(`${relative(root, path)}\0`).update(await readFile(path));
  }
  return digest.digest("hex").slice(0, 20);
}

/** Where `npm run console` leaves bundles for images, each in a folder of its name; no repository has it. */
export const builtFolder = join(consoleFolder, "built");
