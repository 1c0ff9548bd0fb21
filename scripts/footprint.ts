// How much code one request runs. `node scripts/footprint.ts [--list]` starts a service with the
// sample firm and warms it up. By V8's coverage it counts the files and named functions of src/
// that one `createRestriction` and one `getAccount` run; --list names them.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  makeDataFolder,
  removeDataFolder,
  sampleToken,
  startService,
  untilSampleIsWhole,
} from "../test/faults/service-process.ts";

const root = join(import.meta.dirname, "..");
const source = pathToFileURL(join(root, "src")).href;
const account = (place: number) => `/restapi/accounts/RA0000000${place}`;
/** For two seconds after a change the publisher of events looks for more all the time. */
const quietMs = 3_000;
const isListed = process.argv.includes("--list");
const print = (line: string) => process.stdout.write(`${line}\n`);

const dataDir = await makeDataFolder();
const file = join(dataDir, "footprint.json");
const hook = pathToFileURL(join(import.meta.dirname, "footprint-hook.ts")).href;
const service = await startService(dataDir, { FOOTPRINT: file, NODE_OPTIONS: `--import=${hook}` });
try {
  await untilSampleIsWhole(service);
  const authorization = `Bearer ${await sampleToken(dataDir, "adviser")}`;
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
  };
  const restriction = { reason: { code: "021" }, type: { code: "SO" } };
  const requests = {
    createRestriction: {
      places: [3, 4, 5],
      request: (place: number) => send("POST", `${account(place)}/restrictions`, restriction),
    },
    getAccount: {
      places: [3, 4, 5, 3, 4, 5, 3, 4, 5],
      request: (place: number) => send("GET", account(place)),
    },
  };
  for (const [name, { places, request }] of Object.entries(requests)) {
    for (const place of [1, 2]) await request(place);
    await delay(quietMs);
    const runs: string[][] = [];
    for (const place of places) {
      await functionsRun();
      await request(place);
      runs.push((await functionsRun()).filter((each) => each.startsWith(`${source}/`)));
    }
    // In some, the process has done something of its own meanwhile.
    const [least = []] = runs.toSorted((one, other) => one.length - other.length);
    report(name, least);
  }
} finally {
  await service.stop();
  await removeDataFolder(dataDir);
}

/** The functions that have run since this was asked last. */
async function functionsRun(): Promise<string[]> {
  rmSync(file, { force: true });
  process.kill(service.pid, "SIGUSR2");
  while (!existsSync(file)) await delay(20);
  return JSON.parse(readFileSync(file, "utf8"));
}

function report(name: string, ran: readonly string[]): void {
  const parts = ran.map((each) => each.slice(source.length + 1).split(" "));
  const named = parts.filter(([, functionName]) => functionName !== "");
  const byFile = Map.groupBy(named, ([path = ""]) => path);
  const byRoom = Map.groupBy(named, ([path = ""]) => path.split("/").slice(0, 2).join("/"));
  print(`${name}: ${byFile.size} files, ${named.length} named functions`);
  const rooms = [...byRoom].toSorted(([, one], [, other]) => other.length - one.length);
  for (const [room, ofRoom] of rooms) {
    const files = new Set(ofRoom.map(([path]) => path)).size;
    print(`  ${room}: ${files} files, ${ofRoom.length} functions`);
  }
  if (!isListed) return;
  for (const [path, ofFile] of [...byFile].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    print(`    ${path}: ${ofFile.map(([, functionName]) => functionName).join(", ")}`);
  }
}
