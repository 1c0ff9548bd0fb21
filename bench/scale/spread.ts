// The same requests to a store on one PostgreSQL 15 and, spread, to a coordinator and two workers.
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  clusterSettings,
  lackOfCitus,
  type Server,
  startServer,
} from "../../scripts/postgres-15.ts";
import { type ConnectionSettings, settingsFromUrl } from "../../src/platform/store/connection.ts";
import { joinNodes, onNode, onNodes } from "../../test/citus/nodes.ts";
import { runBursar, startService } from "../service/bursar-process.ts";
import { startChild } from "../service/child.ts";
import { callersOf } from "../service/data-folder.ts";
import type { LoadSeconds, ScaleFigures, WaitedFigures } from "./figures.ts";
import { type ScaleRecords, writeScaleRecords } from "./firm.ts";
import { type Asked, measureRequests } from "./requests.ts";
import { inFolder } from "./sizes.ts";

/** Measures a firm of the given number of accounts; undefined where there is no Citus. */
export async function measureSpread(
  accounts: number,
  seconds: number,
): Promise<ScaleFigures["spread"]> {
  if (lackOfCitus() !== undefined) return undefined;
  const servers: Server[] = [];
  try {
    // Nodes log in to each other with one password.
    const password = "scale";
    const settings = { ...clusterSettings, fsync: "on", synchronous_commit: "on" };
    for (let count = 0; count < 3; count += 1) {
      servers.push(await startServer({ settings, password, isNode: true }));
    }
    return await inFolder((folder) => measureOn(servers, folder, { accounts, seconds }));
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function measureOn(
  servers: readonly Server[],
  folder: string,
  asked: { readonly accounts: number; readonly seconds: number },
): Promise<ScaleFigures["spread"]> {
  const nodes = servers.map(({ url }) => settingsFromUrl(url));
  const records = await writeScaleRecords(join(folder, "records"), asked.accounts);
  const postmasters = await Promise.all(servers.map(postmasterAt));
  const driver = startChild("driver.ts", ["0"]);
  const measure = (name: string, count: number) =>
    measureStore({
      ...asked,
      records,
      driver,
      name,
      folder: join(folder, name),
      nodes: nodes.slice(0, count),
      postmasters: postmasters.slice(0, count),
      url: servers[0]?.url ?? "",
    });
  try {
    const one = await measure("one", 1);
    const spread = await measure("spread", nodes.length);
    return {
      accounts: asked.accounts,
      one: one.requests,
      spread: spread.requests,
      loads: { one: one.loads, spread: spread.loads },
    };
  } finally {
    await driver.stop();
  }
}

interface StoreAsked extends Pick<Asked, "postmasters" | "driver" | "seconds"> {
  /** Of its database on each of the nodes, the first of which has this address. */
  readonly name: string;
  readonly nodes: readonly ConnectionSettings[];
  readonly url: string;
  readonly folder: string;
  readonly records: ScaleRecords;
}

/** Loads a new store, spread where there are several nodes, and sends its service the requests. */
async function measureStore(
  asked: StoreAsked,
): Promise<{ requests: WaitedFigures; loads: LoadSeconds }> {
  const { name, nodes, folder, records } = asked;
  await onNodes(nodes, `create database ${name}`);
  await joinNodes(nodes, name);
  const address = new URL(asked.url);
  address.pathname = `/${name}`;
  const environment = {
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: address.href,
    MASTER_KEY: "07".repeat(32),
    SAMPLE: "on",
    RATE_LIMIT: "1000000",
  };
  await mkdir(environment.DATA_DIR, { recursive: true });
  const run = async (command: string, ...words: string[]) =>
    (await runBursar([command, ...words], join(folder, `${command}.log`), environment)).seconds;
  await run("migrate");
  if (nodes.length > 1) await run("distribute");
  const service = await startService(join(folder, "serve.log"), environment);
  try {
    const [first = "", second = ""] = records.nights;
    const firm = await run("load", records.firm);
    await run("load", first);
    const night = await run("load", second);
    await onNode(settingsFromUrl(address.href), (client) => client.query("vacuum analyze"));
    const { adviser } = await callersOf(environment.DATA_DIR);
    const requests = { ...asked, service, sender: adviser.bearer, numbers: records.numbers };
    return { requests: await measureRequests(requests), loads: { firm, night } };
  } finally {
    await service.stop();
  }
}

async function postmasterAt({ log }: Server): Promise<number> {
  const text = await readFile(join(dirname(log), "data", "postmaster.pid"), "latin1");
  return Number(text.split("\n")[0]);
}
