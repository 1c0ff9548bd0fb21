// `npm run console`: bundles the console ahead of its first page, as an image does, and says what each
// file weighs.
import { rm } from "node:fs/promises";
import { bundleConsole } from "../src/console/bundle.ts";
import { keepBundle } from "../src/console/kept-bundle.ts";
import { builtFolder, digestOfSources } from "../src/console/sources.ts";

const began = performance.now();
const bundle = await bundleConsole();
const took = Math.round(performance.now() - began);
await rm(builtFolder, { recursive: true, force: true });
await keepBundle(bundle, builtFolder, await digestOfSources());

const rows = [...bundle.files].map(([name, { plain, br, gzip }]) => [
  name,
  ...[plain, gzip, br].map((bytes) => (bytes === undefined ? "" : String(bytes.length))),
]);
for (const [name = "", ...sizes] of [["file", "bytes", "gzip", "brotli"], ...rows]) {
  const cells = sizes.map((size) => size.padStart(9));
  process.stdout.write(`${name.padEnd(44)}${cells.join("")}\n`);
}
process.stdout.write(`Bundled in ${took} ms.\n`);
