// The contract as an integrator's tools use it: linted, turned into types, and used by a client
// that knows nothing else.
import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWithoutStore } from "../src/cli/contract.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import { openTestService } from "./harness.ts";
import { root } from "./source-files.ts";

// Each tool is a separate process, slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const tools = createRequire(join(root, "tools", "package.json"));
// Below the root, so that the types of Node are found.
const folder = join(root, "node_modules", ".cache", `integrator-${process.pid}`);
const run = promisify(execFile);

/** Runs a tool of the tools package; if it fails, its output is in the error. */
async function tool(name: string, ...words: string[]): Promise<string> {
  const [, bin = ""] = name.split(":");
  const program = join(dirname(tools.resolve(`${name.split(":")[0]}/package.json`)), bin);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return run(process.execPath, [program, ...words], { cwd: folder, env }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => {
      throw new Error(`${name}: ${stdout}${stderr}`);
    },
  );
}

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const app = await openWithoutStore();
  const contract = buildContract(app, ["http://127.0.0.1:8080"]);
  await writeFile(join(folder, "contract.json"), JSON.stringify(contract));
  await copyFile(join(root, "tools", "integrator.ts"), join(folder, "integrator.ts"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("redocly lint finds nothing", async () => {
  const said = await tool("@redocly/cli:bin/cli.js", "lint", "contract.json", "--format=json");
  const report = JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  expect(report.problems).toEqual([]);
});

test("a client generated from the contract alone compiles under strict, and is served", async () => {
  await tool("openapi-typescript:bin/cli.js", "contract.json", "-o", "contract.ts");
  const strict = "--strict --noUncheckedIndexedAccess --skipLibCheck --lib esnext,dom --types node";
  const emit = "--module nodenext --target esnext --rewriteRelativeImportExtensions --outDir made";
  await tool("typescript:bin/tsc", ...`${strict} ${emit}`.split(" "), "integrator.ts");

  const service = await openTestService({ publicUrls: [] });
  try {
    await service.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = service.app.server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const { token, apiKey, sharedSecret } = service.keys.adviser;
    const env = {
      BASE: base,
      TOKEN: token,
      API_KEY: apiKey,
      SHARED_SECRET: sharedSecret,
      NOW: service.now().toISOString(),
    };
    const { stdout } = await run(process.execPath, ["made/integrator.js"], { cwd: folder, env });
    expect(JSON.parse(stdout)).toEqual({
      read: [200, "RA00000001"],
      changed: [200, `${base}/restapi/accounts/RA00000001`],
      again: [200, "true"],
      refused: [400, "invalid.long.term.tax.rate"],
      documents: [200, true],
    });
  } finally {
    await service.close();
  }
});
