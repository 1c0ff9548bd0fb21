// Generators of clients, run on the contract: orval's output compiles, and a generator of Java comes to an end. They
// are installed for the proofs alone, since they are large and slow.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWithoutStore } from "../src/cli/contract.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import { root } from "./source-files.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const generators = join(root, "tools", "generators");
const run = promisify(execFile);
let folder: string;

/** Runs a program of the generators' package, or of the tools'; if it fails, its output is in the error. */
async function program(from: string, file: string, ...words: string[]): Promise<string> {
  const path = join(from, "node_modules", file);
  const options = { cwd: folder, maxBuffer: 64 * 1_048_576 };
  return run(process.execPath, [path, ...words], options).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => {
      throw new Error(`${file}: ${stdout.slice(-4_000)}${stderr.slice(-4_000)}`);
    },
  );
}

beforeAll(async () => {
  if (!existsSync(join(generators, "node_modules", "orval"))) {
    const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", words, { cwd: generators });
  }
  // Below the generators' package, so that what their output imports is found.
  folder = await mkdtemp(join(generators, "node_modules", ".made-"));
  const contract = buildContract(await openWithoutStore(), ["http://127.0.0.1:8080"]);
  await writeFile(join(folder, "contract.json"), JSON.stringify(contract));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(["fetch", "zod"])("what orval makes for %s compiles under strict", async (client) => {
  const output = { target: "client.ts", client, mode: "single" };
  const config = { bursar: { input: "contract.json", output } };
  await writeFile(join(folder, "orval.config.js"), `export default ${JSON.stringify(config)};`);
  await program(generators, "orval/dist/bin/orval.mjs", "--config", "orval.config.js");
  const typescript = createRequire(join(root, "tools", "package.json")).resolve("typescript");
  const strict = "--strict --noEmit --module nodenext --target esnext --skipLibCheck";
  const compile = [...strict.split(" "), "--lib", "esnext,dom,dom.iterable", "client.ts"];
  await run(process.execPath, [join(dirname(typescript), "tsc.js"), ...compile], { cwd: folder });
});

test("a generator of Java comes to an end", async () => {
  const java = "@openapi-generator-plus/java-jaxrs-client-generator";
  const said = await program(
    generators,
    "openapi-generator-plus/bin/ogplus.js",
    "-g",
    join(generators, "node_modules", java),
    "-o",
    "java",
    "contract.json",
  );
  expect(said).toContain("Generated in");
  const files = await readdir(join(folder, "java"), { recursive: true });
  expect(files.filter((path) => path.endsWith("/AuditEntry.java"))).toHaveLength(1);
});
