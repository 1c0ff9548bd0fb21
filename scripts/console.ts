// `npm run console`: bundles the console and the reference ahead of their first pages, as an image does,
// and says what each file weighs.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { consoleBundle, referenceBundle } from "../src/web-pages/bundle.ts";
import { storeBundle } from "../src/web-pages/cached-bundle.ts";
import { builtFolder, digestOfSources } from "../src/web-pages/sources.ts";

await rm(builtFolder, { recursive: true, force: true });
for (const { name: kind, make } of [consoleBundle, referenceBundle]) {
  const began = performance.now();
  const bundle = await make();
  const took = Math.round(performance.now() - began);
  await storeBundle(bundle, join(builtFolder, kind), await digestOfSources());
  const rows = [...bundle.files].map(([name, { plain, br, gzip }]) => [
    name,
    ...[plain, gzip, br].map((bytes) => (bytes === undefined ? "" : String(bytes.length))),
  ]);
  for (const [name = "", ...sizes] of [[kind, "bytes", "gzip", "brotli"], ...rows]) {
    const cells = sizes.map((size) => size.padStart(9));
    process.stdout.write(`${name.padEnd(44)}${cells.join("")}\n`);
  }
  process.stdout.write(`Bundled in ${took} ms.\n\n`);
}
