// `bursar keys rotate-master`: bring the store under a new master key.

import { masterKeyParts } from "../brokerage/service/system/sealed-columns.ts";
import { type Config, readConfig } from "../config/config.ts";
import { deriveReaderPassword, prepareNextKey, takeNextKey } from "../platform/keys/master-key.ts";
import { openVault } from "../platform/keys/vault.ts";
import { type Resealed, rotateMasterKey } from "../platform/maintenance/rotate-master-key.ts";
import { openLog } from "../platform/process/log.ts";
import { StoreFault } from "../platform/process/store-fault.ts";
import { prepareReaderLogin } from "../platform/store/reader-login.ts";
import { openConfiguredStore } from "../runtime/configured-store.ts";
import { counted } from "../values/readable.ts";
import { commandContext } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

/** Seals everything under the new key; the service must be stopped. */
export async function rotateMasterCommand({ json = false }: { json?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const isKept = config.masterKey === undefined && config.databaseUrl === undefined;
  if (!isKept && config.newMasterKey === undefined) {
    throw new CommandFault("NEW_MASTER_KEY is required with MASTER_KEY.");
  }
  const resealed = await rotate(config, isKept);
  if (json) {
    printJson({ resealed: resealed ?? [] });
    return;
  }
  if (resealed === undefined) printLines("The store already has the new master key.");
  else
    printLines(
      ...resealed.map(({ table, values }) => `${table}: ${counted(values, "value")} resealed`),
    );
  if (isKept) printLines(`The new key is in ${config.dataDir}/master.key.`);
  else printLines("Start the service with the new key in MASTER_KEY.");
}

/** Returns undefined if an earlier, killed run has done it. */
async function rotate(config: Config, isKept: boolean): Promise<readonly Resealed[] | undefined> {
  const { dataDir, newMasterKey } = config;
  const log = openLog(config.logLevel);
  const opened = await openUnderEither(config);
  if (opened === undefined) return undefined;
  try {
    const newKey = isKept ? await prepareNextKey(dataDir, newMasterKey) : newMasterKey;
    if (newKey === undefined) throw new CommandFault("NEW_MASTER_KEY is required.");
    const resealed = await rotateMasterKey(commandContext(opened), newKey, masterKeyParts);
    if (isKept) await takeNextKey(dataDir);
    const readerPassword = deriveReaderPassword(openVault(newKey));
    await prepareReaderLogin({ ...opened.store.migrating, readerPassword });
    return resealed;
  } finally {
    await opened.close();
  }

  async function openUnderEither(given: Config) {
    const alone = { isAlone: true };
    try {
      return await openConfiguredStore(given, "keys", log, alone);
    } catch (error) {
      if (!(error instanceof StoreFault) || newMasterKey === undefined) throw error;
      const renewed = { ...given, masterKey: newMasterKey };
      const other = await openConfiguredStore(renewed, "keys", log, alone).catch(() => undefined);
      if (other === undefined) throw error;
      await other.close();
      return undefined;
    }
  }
}
