// The browser of the tests: whoever asks for it gets a whole one, though nobody has asked before.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackChromium } from "./browser/chromium.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-chromium-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Asks for the executable, and starts it as soon as its path arrives. */
async function startFirst(): Promise<string> {
  const executable = await unpackChromium(folder);
  const child = spawn(executable, ["--version"], { stdio: "ignore" });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return executable;
}

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "two that ask at once, and a third after them, can each start the browser",
  async () => {
    const [first, second] = await Promise.all([startFirst(), startFirst()]);
    expect(second).toBe(first);
    expect(await startFirst()).toBe(first);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^chromium-[\d.]+$/)]);
  },
);
