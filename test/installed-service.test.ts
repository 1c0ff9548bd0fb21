// The service and its packages as others install them: packed, installed into an empty folder by an account whose home is
// empty, and run there. It installs from the registry, and runs with the proofs alone.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { packAll } from "../scripts/pack.ts";
import { root } from "./source-files.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const run = promisify(execFile);
/** How long a first start may take on a quiet machine, in milliseconds. */
const firstStartMs = 3_500;
let folder: string;
let environment: NodeJS.ProcessEnv;
let service: ChildProcess;
let printed = "";
let address: string;
let tookMs: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "installed-"));
  await chmod(folder, 0o711);
  await mkdir(join(folder, "home"));
  environment = { ...process.env, HOME: join(folder, "home"), DATA_DIR: ".bursar", PORT: "0" };
  await packAll(join(folder, "packed"));
  const packed = await readdir(join(folder, "packed"));
  const archives = packed.filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const words = [
    "install",
    "--no-audit",
    "--no-fund",
    ...archives.map((name) => `./packed/${name}`),
  ];
  await run("npm", words, { cwd: folder, env: environment, timeout: 300_000 });
  await start();
});
afterAll(async () => {
  if (service?.pid !== undefined && service.exitCode === null) {
    process.kill(-service.pid, "SIGTERM");
    await once(service, "close");
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts the service for the first time, in a group of processes that can be ended together. */
async function start(): Promise<void> {
  const began = performance.now();
  service = spawn("npx", ["bursar", "serve"], { cwd: folder, env: environment, detached: true });
  address = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      printed += chunk;
      const found = /^Bursar is ready at (\S+)\n/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    service.stdout?.on("data", take);
    service.stderr?.on("data", take);
    service.on("close", () => reject(new Error(`the service has ended: ${printed}`)));
  });
  tookMs = performance.now() - began;
}

test("the first start takes at most three and a half seconds", () => {
  expect(tookMs).toBeLessThanOrEqual(firstStartMs);
});

test("pages come from bundles that were made when it was packed", async () => {
  for (const path of ["/console/", "/reference/"]) {
    const page = await (await fetch(address + path)).text();
    const [, script] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
    const { status, headers } = await fetch(`${address}${script}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  }
  expect(await readdir(join(folder, ".bursar"))).not.toContain("console");
});

test("threads begin: all accounts are computed", async () => {
  const { stdout } = await run("npx", ["bursar", "compute", "--all"], {
    cwd: folder,
    env: environment,
  });
  expect(stdout).toMatch(/^\d+ accounts computed/m);
});

test("the first program of the client's README prints what it promises", async () => {
  const readme = await readFile(join(root, "packages", "client", "README.md"), "utf8");
  const [, program = ""] = /```ts\n([^`]*)```/.exec(readme) ?? [];
  await writeFile(join(folder, "first.mjs"), program);
  const env = { ...environment, BURSAR_URL: address, TOKEN: await adviserToken() };
  const { stdout } = await run(process.execPath, ["first.mjs"], { cwd: folder, env });
  expect(stdout).toBe("Everyday\ninvalid.long.term.tax.rate\n");
});

async function adviserToken(): Promise<string> {
  const text = await readFile(join(folder, ".bursar", "credentials.json"), "utf8");
  return JSON.parse(text).callers.adviser.token;
}

test("a paper is drawn, with the font of the package", async () => {
  await vi.waitUntil(() => printed.includes("history is loaded"), { timeout: 300_000 });
  const path = "/restapi/accounts/RA00000001/performance/report?format=pdf";
  const headers = { authorization: `Bearer ${await adviserToken()}` };
  const response = await fetch(address + path, { headers });
  const paper = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(paper.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(paper.toString("latin1")).toContain("+LiberationSans");
});

test("nothing is installed that only makes what the package has already", async () => {
  const names = await readdir(join(folder, "node_modules"));
  const builders = [
    "esbuild",
    "react",
    "pdfjs-dist",
    "@scalar",
    "@napi-rs",
    "@fontsource-variable",
  ];
  expect(names.filter((name) => builders.includes(name))).toEqual([]);
});

test("what is installed has no sources and no tests", async () => {
  const files = await readdir(join(folder, "node_modules", "bursar"), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["bin/bursar.js", "src/main.js", "migrations"]));
  expect(files.filter((path) => /\.tsx?$|\.test\./.test(path))).toEqual([]);
});
