// `bursar serve`: start the service, with the sample firm in an empty store when that is wanted.
import { join } from "node:path";
import type { Logger } from "pino";
import { type Config, isLoopback, readConfig } from "../config/config.ts";
import { selectSampleMark } from "../platform/change/sandbox-queries.ts";
import { openLog } from "../platform/process/log.ts";
import { holdsStore } from "../platform/store/embedded/data-folder.ts";
import { servePurpose } from "../platform/store/store.ts";
import { openConfiguredStore } from "../runtime/configured-store.ts";
import type { SampleCredentials } from "./first-start.ts";
import { printLines } from "./output.ts";

/** Serves until a signal ends it; a defect that nothing catches is logged and ends it with 1. */
export async function serveCommand(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "defect");
    process.exit(1);
  });
  const { opened, modules } = await openAndLoad(config, log);
  const [{ serve }, { drawLinks, fillNewStore, saveCredentials }, { completeSample }] = modules;
  const file = join(config.dataDir, "credentials.json");
  let credentials: SampleCredentials | undefined;
  let links: readonly (readonly [string, string])[] = [];
  let isAwaiting = false;
  const { address, ended } = await serve(opened, config, log, {
    async fill(store) {
      await fillNewStore(store, config);
    },
    async complete(store, baseUrl) {
      isAwaiting = (await selectSampleMark(store.db)) !== undefined;
      if (config.sample) credentials = await saveCredentials(store, baseUrl, file);
      if (credentials && showsSecrets() && isLoopback(config.host)) {
        links = await drawLinks(store, baseUrl);
      }
    },
    async follow(store) {
      if (await completeSample(store)) printLines("The sample firm's history is loaded.");
    },
  });
  printLines(
    `Bursar is ready at ${address}`,
    ...(isAwaiting
      ? ["The sample firm's history is being loaded: it is complete in seconds."]
      : []),
  );
  if (credentials) {
    printSigningIn(links, config.dataDir, address);
    printFirstSession(credentials, file);
  }
  process.exit(await ended);
}

/** Opens the store. As soon as a process of PostgreSQL begins its own start, loads the modules of the service, and for
 * a new store draws the sample firm: on two cores all takes as long as the longer half. */
async function openAndLoad(config: Config, log: Logger) {
  const isNew = config.databaseUrl === undefined && !holdsStore(config.dataDir);
  const beginning = Promise.withResolvers<void>();
  const opening = openConfiguredStore(config, servePurpose, log, {
    onProcess: () => beginning.resolve(),
  });
  await Promise.race([opening, beginning.promise]);
  const loading = Promise.all([
    import("../main.ts"),
    import("./first-start.ts"),
    import("./load-sample.ts"),
  ]);
  const [opened, modules] = await Promise.all([
    opening,
    loading,
    config.sample && isNew && loading.then(([, , sample]) => sample.drawSample(new Date())),
  ]);
  return { opened, modules };
}

/** Secrets are shown to a person alone: another output may be stored as a log. */
function showsSecrets(): boolean {
  return process.stdout.isTTY === true;
}

/** Prints how the sample's callers sign in to the console; without a terminal, how to make a link. */
function printSigningIn(
  links: readonly (readonly [string, string])[],
  dataDir: string,
  address: string,
): void {
  // Without the folder the command would open, and make, another store; without the address its link
  // would lead elsewhere.
  const usual = readConfig({});
  const folder = dataDir === usual.dataDir ? "" : `DATA_DIR=${dataDir} `;
  const isUsual = address === `http://${usual.host}:${usual.port}`;
  const place = isUsual ? folder : `${folder}PUBLIC_URL=${address} `;
  const lines =
    links.length > 0
      ? links.map(([name, address]) => `${name.padEnd(8)}  ${address}`)
      : [`${place}npx bursar console link harbor.lin`];
  printLines("", "# sign in to the console; each link is good once, for 15 minutes", ...lines);
}

/** Prints a read, a refused write and an accepted one; tokens are shown only on a terminal. */
function printFirstSession({ baseUrl, callers, examples }: SampleCredentials, file: string): void {
  const isTerminal = showsSecrets();
  const token = isTerminal ? callers.adviser.token : "$TOKEN";
  const account = `${baseUrl}/restapi/accounts/${examples.taxableAccount}`;
  const curl = `curl -i -H "Authorization: Bearer ${token}"`;
  const json = `-H "Content-Type: application/json"`;
  const readToken = `TOKEN=$(npx node -p 'require("${file}").callers.adviser.token')`;
  printLines(
    "",
    "A sample firm is loaded. Credentials of its callers:",
    `  ${file}`,
    ...(isTerminal ? [] : ["", "# the adviser's token", readToken]),
    "",
    "# read an account",
    `${curl} ${account}`,
    "",
    "# a refused change: every problem at once",
    `${curl} -X PUT ${json} -d '{"accountname":"x","longTermTaxRate":"101"}' ${account}`,
    "",
    "# an accepted change, audited",
    `${curl} -X PUT ${json} -d '{"accountName":"Everyday money"}' ${account}`,
    "",
  );
}
