// The build that a monitor reads.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRevision, version } from "./build.ts";

const commit = "1e6d3f7c".repeat(5);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-build-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function revisionOf(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const at = await mkdtemp(join(folder, "of-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(at, path)), { recursive: true });
    await writeFile(join(at, path), content);
  }
  return readRevision(at);
}

test("the version is that of the package", async () => {
  const manifest = await readFile(join(import.meta.dirname, "../../../package.json"), "utf8");
  expect(JSON.parse(manifest).version).toBe(version);
});

test.each([
  ["an image's file", { REVISION: `${commit}\n` }, commit],
  ["a branch", { ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": commit }, commit],
  [
    "a packed branch",
    {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/packed-refs": `# pack-refs\n${"0".repeat(40)} refs/heads/x\n${commit} refs/heads/main\n`,
    },
    commit,
  ],
  ["a detached head", { ".git/HEAD": commit }, commit],
  ["nothing", {}, undefined],
  ["a file of an image that lacks it", { REVISION: "\n" }, undefined],
  ["what is no commit", { ".git/HEAD": "ref: refs/heads/main\n" }, undefined],
])("the revision is known from %s, or not", async (_from, files, revision) => {
  expect(await revisionOf(files)).toBe(revision);
});
