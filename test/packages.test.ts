// The packages as others install them: packed, installed into an empty folder without this repository, and run as
// their READMEs promise.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../packages/build.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packages-"));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(["tax-lots", "performance", "custodian-files"])("@bursar/%s", (name) => {
  const installed = () => join(folder, "node_modules", "@bursar", name);

  beforeAll(async () => {
    const built = join(folder, "built", name);
    await mkdir(built, { recursive: true });
    build(name, built);
    await run("npm", ["pack", built], { cwd: folder });
    const archive = `bursar-${name}-0.1.0.tgz`;
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", archive], { cwd: folder });
  });

  test("gives the first result that its README promises, in fifteen lines", async () => {
    const readme = await readFile(join(installed(), "README.md"), "utf8");
    const [, program = ""] = /```js\n([^`]*)```/.exec(readme) ?? [];
    const [, promised] = /```text\n([^`]*)```/.exec(readme) ?? [];
    expect(program.split("\n").length).toBeLessThanOrEqual(16);
    await writeFile(join(folder, "first.mjs"), program);
    const { stdout } = await run(process.execPath, ["first.mjs"], { cwd: folder });
    expect(stdout).toBe(promised);
  });

  test("is whole: its programs import only each other and Node", async () => {
    const manifest = JSON.parse(await readFile(join(installed(), "package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("dependencies");
    const files = (await readdir(installed(), { recursive: true })).filter((path) =>
      path.endsWith(".js"),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const path of files) {
      expect(path).not.toMatch(/\.test\.|reference\//);
      const text = await readFile(join(installed(), path), "utf8");
      const imported = [...text.matchAll(/\bfrom "([^"]*)"/g)].map(([, from]) => from);
      expect(imported.filter((from) => !/^(\.|node:)/.test(from ?? ""))).toEqual([]);
    }
  });

  test("has for each of its exports a program and its types", async () => {
    const { exports } = JSON.parse(await readFile(join(installed(), "package.json"), "utf8"));
    for (const { types, default: program } of Object.values<Record<string, string>>(exports)) {
      await readFile(join(installed(), types ?? ""));
      await readFile(join(installed(), program ?? ""));
    }
  });
});
