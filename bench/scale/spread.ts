// The same requests to a store on one PostgreSQL 15 and, spread, to a coordinator and two workers.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  clusterSettings,
  lackOfCitus,
  type Server,
  startServer,
} from "../../scripts/postgres-15.ts";
import { settingsFromUrl } from "../../src/platform/store/connection.ts";
import { joinNodes, onNode, onNodes } from "../../test/citus/nodes.ts";
import { type Environment, runBursar, startService } from "../service/bursar-process.ts";
import { startChild } from "../service/child.ts";
import { callersOf } from "../service/data-folder.ts";
import type { ScaleFigures, WaitedFigures } from "./figures.ts";
import { writeScaleRecords } from "./firm.ts";
import { measureRequests } from "./requests.ts";
import { inFolder } from "./sizes.ts";

const database = "bursar";

/** Measures a firm of so many accounts; undefined where there is no Citus. */
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
  { accounts, seconds }: { readonly accounts: number; readonly seconds: number },
): Promise<ScaleFigures["spread"]> {
  const nodes = servers.map(({ url }) => settingsFromUrl(url));
  const [coordinator] = nodes;
  if (coordinator === undefined) return undefined;
  await onNodes(nodes, `create database ${database}`);
  await joinNodes(nodes, database);
  const address = new URL(servers[0]?.url ?? "");
  address.pathname = `/${database}`;
  const environment: Environment = {
    ...{ DATA_DIR: join(folder, "data"), DATABASE_URL: address.href },
    ...{ MASTER_KEY: "07".repeat(32), SAMPLE: "on", RATE_LIMIT: "1000000" },
  };
  const run = (name: string, ...words: string[]) =>
    runBursar(words, join(folder, `${name}.log`), environment);
  const postmasters = await Promise.all(servers.map(postmasterAt));
  const { firm, numbers } = await writeScaleRecords(join(folder, "records"), accounts);
  const driver = startChild("driver.ts", ["0"]);
  const served = async (asked: readonly number[], loads: boolean): Promise<WaitedFigures> => {
    const service = await startService(join(folder, "serve.log"), environment);
    try {
      if (loads) await run("load", "load", firm);
      await onNode({ ...coordinator, database }, (client) => client.query("vacuum analyze"));
      const { adviser } = await callersOf(environment.DATA_DIR ?? "");
      const sender = adviser.bearer;
      return await measureRequests({
        ...{ service, sender, postmasters: asked, driver, numbers, seconds },
      });
    } finally {
      await service.stop();
    }
  };
  try {
    await run("migrate", "migrate");
    const one = await served(postmasters.slice(0, 1), true);
    await run("distribute", "distribute");
    return { one, spread: await served(postmasters, false) };
  } finally {
    await driver.stop();
  }
}

async function postmasterAt({ log }: Server): Promise<number> {
  const text = await readFile(join(dirname(log), "data", "postmaster.pid"), "latin1");
  return Number(text.split("\n")[0]);
}
