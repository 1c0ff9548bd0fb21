// One bundle for all processes, cached by the digest of its sources.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clock } from "../platform/process/clock.ts";
import { bundling, consoleBundle, referenceBundle } from "./bundle.ts";
import { openPages } from "./cached-bundle.ts";
import { pdfWorker } from "./pdf-worker.ts";
import { digestOfSources, sourcesOfBundles } from "./sources.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-bundle-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("several processes that are asked at once share one bundle, and a later one reads it", async () => {
  const [one, other] = await Promise.all([
    openPages(consoleBundle, folder, clock)(),
    openPages(consoleBundle, folder, clock)(),
  ]);
  expect([...other.files.keys()].toSorted()).toEqual([...one.files.keys()].toSorted());
  expect(await readdir(join(folder, "console"))).toEqual([await digestOfSources()]);
  const later = await openPages(consoleBundle, folder, clock)();
  expect(later.script).toBe(one.script);
  expect(later.files.get(later.script)).toEqual(one.files.get(one.script));
});

test("each file that a bundle is made of is among those that name it", async () => {
  const { build } = await import("esbuild");
  const root = join(import.meta.dirname, "..", "..");
  const named = (await sourcesOfBundles()).map((path) => relative(root, path));
  for (const entry of ["main.tsx", "reference/main.ts"]) {
    const options = bundling(join(root, "console", entry), [pdfWorker]);
    const { metafile } = await build({ ...options, metafile: true, absWorkingDir: root });
    const own = Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/"));
    expect(own).toContain(`console/${entry}`);
    expect(named).toEqual(expect.arrayContaining(own));
  }
  expect(named).toContain("packages/client/src/bursar.ts");
});

test("what the first page loads weighs at most 100 KB, and all pages 320 KB compressed", async () => {
  const { files, script, style } = await openPages(consoleBundle, folder, clock)();
  const weigh = (name: string) => files.get(name)?.gzip?.length ?? Number.NaN;
  expect(weigh(script) + weigh(style)).toBeLessThan(100 * 1_024);
  const scripts = [...files].filter(([name]) => /\.m?js$/.test(name));
  const isOfReader = ([name, { plain }]: (typeof scripts)[number]) =>
    name.endsWith(".mjs") || plain.includes("globalThis.pdfjsLib");
  const sum = (of: typeof scripts) => of.reduce((all, [name]) => all + weigh(name), 0);
  // All pages together, and next to them the renderer of PDFs, which is loaded for a PDF alone.
  expect(sum(scripts.filter((each) => !isOfReader(each)))).toBeLessThan(320 * 1_024);
  const reader = scripts.filter(isOfReader);
  expect(reader).toHaveLength(2);
  expect(reader.map(([name]) => name)).not.toContain(script);
  expect(sum(reader)).toBeLessThan(650 * 1_024);
});

test("where nothing can be cached the bundle is made all the same", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "");
  expect((await openPages(consoleBundle, file, clock)()).files.size).toBeGreaterThan(2);
});

test("the reference loads nothing but its own script and style, at most 1.6 MB compressed", async () => {
  const { files, script, style } = await openPages(referenceBundle, folder, clock)();
  expect([...files.keys()].filter((name) => name.endsWith(".js"))).toEqual([script]);
  expect(files.get(script)?.plain.toString()).toContain("@scalar/api-reference");
  const weigh = (name: string) => files.get(name)?.gzip?.length ?? Number.NaN;
  expect(weigh(script) + weigh(style)).toBeLessThan(1_600 * 1_024);
});
